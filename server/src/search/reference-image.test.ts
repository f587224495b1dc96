import http from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress } from './public-fetch.ts'
import { FETCH_LIMITS, fetchReferenceImage, readReferenceImage } from './reference-image.ts'

/** The test's own server stands on loopback, which the product never asks. */
const limits = { ...FETCH_LIMITS, allows: (address: string) => address === '127.0.0.1', timeout: 2_000 }
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c02020' } })
  .png()
  .toBuffer()

let server: http.Server
let base: string
beforeAll(async () => {
  server = http.createServer((request, response) => {
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
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a picture is read by its address, also behind a redirect', async () => {
  for (const address of ['/picture', '/moved']) {
    const { format, width } = await sharp(await fetchReferenceImage(base + address, limits)).metadata()
    expect([format, width]).toEqual(['jpeg', 40])
  }
})

test.each(['/inside', '/file', '/round', '/missing', '/silent'])('%s is refused', async (address) => {
  await expect(fetchReferenceImage(base + address, limits)).rejects.toMatchObject({ code: 'image_url_refused' })
})

test('addresses of the inner network, other protocols and passwords are refused before anything is asked', async () => {
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
    await expect(fetchReferenceImage(address), address).rejects.toMatchObject({ code: 'image_url_refused' })
})

test('only addresses of the public internet count as public', () => {
  const inner = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'ff02::1',
  ]
  expect(inner.filter(isPublicAddress)).toEqual([])
  expect(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'].filter(isPublicAddress)).toHaveLength(2)
})

test('an endless answer ends at ten megabytes', async () => {
  await expect(fetchReferenceImage(`${base}/endless`, limits)).rejects.toMatchObject({ code: 'too_large' })
})

test('what is no JPEG, PNG or WebP is not supported, whatever it calls itself', async () => {
  await expect(fetchReferenceImage(`${base}/text`, limits)).rejects.toMatchObject({ code: 'unsupported_media' })
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )
  await expect(readReferenceImage(svg)).rejects.toMatchObject({ code: 'unsupported_media' })
  await expect(readReferenceImage(picture.subarray(0, 60))).rejects.toMatchObject({ code: 'unsupported_media' })
})

test('a small file that would decode to too many pixels is refused', async () => {
  const bomb = await sharp({ create: { width: 6_000, height: 5_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  await expect(readReferenceImage(bomb)).rejects.toMatchObject({ code: 'too_large' })
})
