import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OtherMachine, obstacleToPlaying, runOn } from '../../../test/other-machine.ts'
import { systemAccount } from './accounts.ts'
import { DECODER_ACCOUNT } from './way.ts'

const module = (name: string) => JSON.stringify(new URL(name, import.meta.url))
const SECRETS = ['secret.key', 'postgres.json', 'files/videos/one/other.mp4']

/** The attack of a decoder that a malicious file controls. It prints what it obtained. */
const attack = (data: string, port: number) => `
echo "uid $(id -u) groups $(id -G)"
cat ${SECRETS.map((name) => path.join(data, name)).join(' ')} 2>/dev/null
ls ${data}/files/videos/one ${data}/work 2>/dev/null | grep other
(exec 9<>/dev/tcp/127.0.0.1/${port} && echo connected) 2>/dev/null
cat "$0"
echo made > made
ln -s ${data}/secret.key stolen
`

let data: string
let server: Server
let port: number
beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'footnote-data-'))
  for (const folder of ['files/videos/one', 'work/other-job'])
    await mkdir(path.join(data, folder), { recursive: true, mode: 0o700 })
  for (const folder of ['.', 'work']) await chmod(path.join(data, folder), 0o711)
  for (const name of [...SECRETS, 'files/videos/one/original.mp4'])
    await writeFile(path.join(data, name), `what is in ${name}\n`, { mode: 0o600 })
  server = createServer((_, answer) => answer.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.close()
  await rm(data, { recursive: true, force: true })
})

/** Runs a shell as a decoder, in a job with one video. @returns its output, and the files that it left */
async function attackOn(machine: OtherMachine): Promise<{ printed: string; left: string[]; linked: number }> {
  if (machine.account === 'nobody') spawnSync('chown', ['-R', '65534:65534', data])
  const original = path.join(data, 'files/videos/one/original.mp4')
  const said = await runOn(
    machine,
    `import { readdir } from 'node:fs/promises'
    import { startDecoder } from ${module('./decoder.ts')}
    import { withJobFolder } from ${module('./job-folder.ts')}
    await withJobFolder(${JSON.stringify(path.join(data, 'work'))}, async (folder) => {
      const running = await startDecoder({
        trial: ['true'],
        program: '/bin/bash',
        folder,
        input: ${JSON.stringify(original)},
        arguments: (input) => ['-c', ${JSON.stringify(attack(data, port))}, input],
        fileBytes: 1e6,
      })
      let printed = ''
      running.stderr.resume()
      running.stdout.on('data', (part) => { printed += part })
      await running.ended
      console.log(JSON.stringify({ printed, left: await readdir(folder) }))
    })`,
  )
  expect((await stat(original)).mode & 0o777).toBe(0o600)
  expect(await readdir(path.join(data, 'work'))).toEqual(['other-job'])
  return { ...JSON.parse(said), linked: (await stat(original)).nlink }
}

describe.runIf(obstacleToPlaying() === null)('a decoder controlled by a malicious file', () => {
  test.each([
    { bubblewrap: true, account: 'root' },
    { bubblewrap: false, account: 'root' },
    { bubblewrap: true, account: 'nobody' },
  ] as const)('gets its input and nothing else: %o', async (machine) => {
    const { printed, left, linked } = await attackOn(machine)
    const { uid, gid } = machine.account === 'root' ? systemAccount(DECODER_ACCOUNT)! : { uid: 65_534, gid: 65_534 }
    expect(printed).toBe(`uid ${uid} groups ${gid}\nwhat is in files/videos/one/original.mp4\n`)
    // Its files stay, except links, which we would follow.
    expect(left).toContain('made')
    expect(left).not.toContain('stolen')
    expect(linked).toBe(1)
  })
})
