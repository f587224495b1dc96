import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import http from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { type OtherMachine, obstacleToPlaying, runOn } from '../../../test/other-machine.ts'
import { isPublicAddress } from '../../platform/net/public-fetch.ts'
import { FETCH_LIMITS, fetchReferenceImage, readReferenceImage } from './reference-image.ts'

/** The test's own server is on loopback, which the product never asks. */
const limits = { ...FETCH_LIMITS, allows: (address: string) => address === '127.0.0.1', timeout: 2_000 }
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c02020' } })
  .png()
  .toBuffer()

const work_dir = path.join(await mkdtemp(path.join(tmpdir(), 'footnote-pictures-')), 'work')
const server = http.createServer((request, response) => {
  const answers: Record<string, () => void> = {
    '/picture': () => response.end(picture),
    '/moved': () => response.writeHead(302, { location: '/picture' }).end(),
    '/inside': () => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    '/file': () => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/round': () => response.writeHead(302, { location: '/round' }).end(),
    '/text': () => response.end('not a picture'),
    '/endless': () => {
      const more = () => {
        while (response.write(Buffer.alloc(1_000_000))) {}
        response.once('drain', more)
      }
      more()
    },
    '/silent': () => undefined,
  }
  const answer = answers[request.url ?? '']
  if (answer) answer()
  else response.writeHead(404).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(async () => {
  await rm(path.dirname(work_dir), { recursive: true, force: true })
  server.closeAllConnections()
  server.close()
})

test('a picture is read from its address, also after a redirect', async () => {
  for (const address of ['/picture', '/moved']) {
    const { format, width } = await sharp(await fetchReferenceImage(base + address, work_dir, limits)).metadata()
    expect([format, width]).toEqual(['jpeg', 40])
  }
})

test.each(['/inside', '/file', '/round', '/missing', '/silent'])('%s is refused', async (address) => {
  await expect(fetchReferenceImage(base + address, work_dir, limits)).rejects.toMatchObject({
    code: 'image_url_refused',
  })
})

test('addresses of the local network, other protocols and passwords are refused without a request', async () => {
  for (const address of [
    `${base}/picture`,
    'http://localhost/a.png',
    'http://[::1]/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://2130706433/a.png',
    'http://0x7f.1/a.png',
    'http://10.0.0.1/a.png',
    'http://user:secret@127.0.0.1/a.png',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'nonsense',
  ])
    await expect(fetchReferenceImage(address, work_dir), address).rejects.toMatchObject({ code: 'image_url_refused' })
})

test.each([
  ['this machine', '0.0.0.0', '127.0.0.1', '127.255.255.254', '0x7f.1', '2130706433', '::1', '::'],
  ['a network of its own', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd12::1', 'fec0::1'],
  ['a link', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  ['a platform', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254'],
  ['everybody', '224.0.0.1', '255.255.255.255', 'ff02::1'],
  ['an IPv4 address written as IPv6', '::7f00:1', '::127.0.0.1', '::5db8:d822', '::ffff:10.0.0.1', '::ffff:0:7f00:1'],
  ['a translation to IPv4', '64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:a00:1::', '2001:0:4136:e378::1'],
  ['nobody yet', '192.0.0.8', '192.0.2.1', '198.18.0.1', '240.0.0.1', '2001:db8::1', '3fff::1', '5f00::1', '4000::1'],
  ['no address', '', 'localhost', '1.2.3.4.5', 'zz::'],
])('addresses of %s are not public', (_to, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('addresses of the public internet are public', () => {
  const outer = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '2001:4860:4860::8888', '168.63.129.17']
  expect(outer.filter(isPublicAddress)).toEqual(outer)
})

test('an endless answer ends at ten megabytes', async () => {
  await expect(fetchReferenceImage(`${base}/endless`, work_dir, limits)).rejects.toMatchObject({ code: 'too_large' })
})

test('a file that is no JPEG, PNG or WebP is unsupported, whatever its type says', async () => {
  await expect(fetchReferenceImage(`${base}/text`, work_dir, limits)).rejects.toMatchObject({
    code: 'unsupported_media',
  })
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )
  await expect(readReferenceImage(svg, work_dir)).rejects.toMatchObject({ code: 'unsupported_media' })
  await expect(readReferenceImage(picture.subarray(0, 60), work_dir)).rejects.toMatchObject({
    code: 'unsupported_media',
  })
})

test('a small file that would decode to too many pixels is refused', async () => {
  const bomb = await sharp({ create: { width: 6_000, height: 5_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  await expect(readReferenceImage(bomb, work_dir)).rejects.toMatchObject({ code: 'too_large' })
})

test('each picture is decoded in a process of its own, which leaves nothing', async () => {
  const seen = new Set<string>()
  const looking = setInterval(() => {
    for (const id of readdirSync('/proc').filter(Number)) {
      try {
        const words = readFileSync(`/proc/${id}/cmdline`, 'utf8')
        // Matches the innermost program: the command that confines it is still before it otherwise.
        if (words.startsWith(process.execPath) && words.includes('picture.process.ts') && words.includes(work_dir))
          seen.add(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? '')
      } catch {
        // The process has ended meanwhile.
      }
    }
  }, 5)
  await readReferenceImage(picture, work_dir)
  clearInterval(looking)
  const [account, ...others] = [...seen].map(Number)
  const is_of_job = (account ?? 0) >= 60_578 && (account ?? 0) <= 61_183
  if (process.platform === 'linux') expect([others, is_of_job || account === process.getuid?.()]).toEqual([[], true])
  if (process.getuid?.() === 0) expect(is_of_job).toBe(true)
  expect(await readdir(work_dir)).toEqual([])
})

describe.runIf(obstacleToPlaying() === null)('on another machine', () => {
  /** The result of reading a picture there. */
  const readOn = async (machine: OtherMachine) =>
    JSON.parse(
      await runOn(
        machine,
        `const { readReferenceImage } = await import(${JSON.stringify(new URL('./reference-image.ts', import.meta.url))})
        const picture = Buffer.from('${picture.toString('base64')}', 'base64')
        await readReferenceImage(picture, ${JSON.stringify(`${work_dir}-${machine.account}`)}).then(
          () => console.log('{"read":true}'),
          ({ code, status, message }) => console.log(JSON.stringify({ code, status, message })))`,
      ),
    )
  const refused = { code: 'unavailable', status: 503, message: expect.stringContaining('install bubblewrap') }

  test('a picture is readable even if only root may read Node, since bubblewrap shows it to the decoder', async () => {
    expect(await readOn({ bubblewrap: true, account: 'root', private_node: true })).toEqual({ read: true })
  })

  test('without bubblewrap a sentence says what to do', async () => {
    expect(await readOn({ bubblewrap: false, account: 'root', private_node: true })).toEqual(refused)
  })

  test('a picture is not called unsupported when its program lacks a part', async () => {
    const empty = path.resolve(createRequire(import.meta.url).resolve('sharp'), '../../../@img')
    expect(await readOn({ bubblewrap: false, account: 'root', empty })).toEqual(refused)
  })
})
