import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { programsOf } from '../../../test/programs.ts'
import { BACKGROUND, LAST, lowerPriority } from './lower-priority.ts'
import { type ConfinedProgram, startHere } from './processes.ts'

const HAS_SESSION_GROUPS = existsSync('/proc/self/autogroup')
const nicenessOf = (pid: number) => Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1])

let decoder: ConfinedProgram | undefined
afterEach(() => decoder?.kill())

test.skipIf(!HAS_SESSION_GROUPS).each([BACKGROUND, LAST])(
  'a decoder gives way to every other session by %i',
  async (niceness) => {
    decoder = startHere({
      command: ['sleep', '60'],
      folder: tmpdir(),
      extra: false,
      cell: { account: null, view: null },
      kind: 'decoder',
      niceness,
    })
    await expect.poll(() => programsOf('sleep').map(({ pid }) => nicenessOf(pid))).toEqual([niceness])
  },
)

test.skipIf(!HAS_SESSION_GROUPS)('a process that shares a session with others does not lower them', async () => {
  const before = nicenessOf(process.pid)
  const child = spawn('sleep', ['60'])
  await once(child, 'spawn')
  await lowerPriority(child.pid as number)
  expect(nicenessOf(process.pid)).toBe(before)
  child.kill()
  await once(child, 'exit')
})

test('a process that has ended is no error', async () => {
  const child = spawn('true', { detached: true })
  await once(child, 'exit')
  await lowerPriority(child.pid as number)
})
