import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { claimBlock } from '../accounts/account-block.ts'
import { startBySpawner } from './client.ts'

const SPAWNER = fileURLToPath(new URL('./decoders.process.ts', import.meta.url))

test.runIf(process.getuid?.() === 0)('a program gets what is sent to it while the spawner is slow', async () => {
  const folder = await temporaryFolder('spawner')
  await chmod(folder, 0o755)
  const socket = path.join(folder, 'decoders')
  const block = await claimBlock()
  const first = block?.first ?? 0
  const spawner = spawn(process.execPath, [SPAWNER, socket, String(first)], { stdio: 'inherit' })
  try {
    await expect.poll(() => existsSync(socket)).toBe(true)
    spawner.kill('SIGSTOP')
    const starting = startBySpawner(socket, {
      command: ['sh', '-c', 'head -c 5 <&3 >&3'],
      folder: '/',
      extra: true,
      cell: { account: { uid: first, gid: first }, view: null },
      kind: 'engine',
      niceness: 0,
    })
    // Whoever writes too early does so before the spawner goes on.
    starting.then(({ extra }) => extra?.write('hello'))
    // The socket itself, and four connections to it.
    await expect.poll(() => readFileSync('/proc/net/unix', 'utf8').split(socket).length - 1).toBe(5)
    spawner.kill('SIGCONT')
    const running = await starting
    const [answer] = await once(running.extra as NonNullable<typeof running.extra>, 'data')
    expect(String(answer)).toBe('hello')
    expect(await running.ended).toEqual({ code: 0, signal: null })
  } finally {
    spawner.kill('SIGKILL')
  }
})
