import { tmpdir } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { cellWords } from './cell.ts'
import { toolsFor, UntriedError } from './confine.ts'
import { decoderCheck } from './decoder-check.ts'
import type { start } from './start.ts'

/** The fate of a tried program: none, killed by somebody, or endless. */
const fate = vi.hoisted(() => ({ of: (_command: string): 'none' | 'killed' | 'held up' => 'none' }))
const started: string[] = []
vi.mock('./start.ts', async (original) => {
  const real = await original<typeof import('./start.ts')>()
  return {
    async start(...[launcher, launch]: Parameters<typeof start>) {
      const words = [...cellWords(launch.cell), ...launch.command].join(' ')
      started.push(words)
      const happens = fate.of(words)
      if (happens === 'none') return await real.start(launcher, launch)
      const running = await real.start(launcher, { ...launch, command: ['sleep', '600'], cell: NO_CELL })
      if (happens === 'killed') running.kill()
      return running
    },
  }
})
afterEach(() => {
  fate.of = () => 'none'
  started.length = 0
  vi.useRealTimers()
})

const OWN = { kind: 'own' } as const
const NO_CELL = { account: null, view: null }
const asks = (program: string) => started.filter((command) => command.endsWith(program)).length

test('a killed trial is repeated, and the decoder is confined as usual', async () => {
  const undisturbed = await toolsFor(OWN, ['true'])
  const killed = new Set<string>()
  fate.of = (command) => (killed.has(command) ? 'none' : killed.add(command) && 'killed')
  expect(await toolsFor(OWN, ['/bin/true'])).toEqual(undisturbed)
  expect(killed.size).toBeGreaterThan(3)
})

test.each([
  ['killed', '/usr/bin/true'],
  ['held up', '/usr/bin/uname'],
] as const)('while trials are %s the result is unknown, and nothing is remembered', async (happens, program) => {
  fate.of = (command) => (command.startsWith('bwrap') ? happens : 'none')
  if (happens === 'held up') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const tried = expect(toolsFor(OWN, [program])).rejects.toBeInstanceOf(UntriedError)
  for (let trial = 1; happens === 'held up' && trial <= 2; trial += 1) {
    await vi.waitUntil(() => asks(program) === 2 * trial && vi.getTimerCount() > 0, { timeout: 60_000 })
    await vi.advanceTimersByTimeAsync(20_000)
  }
  await tried
  vi.useRealTimers()
  fate.of = () => 'none'
  expect(await toolsFor(OWN, [program])).toEqual(await toolsFor(OWN, ['true']))
})

test('a result is remembered, a negative one as well as a positive one', async () => {
  const before = await toolsFor(OWN, ['true'])
  expect([await toolsFor(OWN, ['true']), asks('true')]).toEqual([before, 0])
})

test('a broken program says nothing about the machine, and is tried again', async () => {
  expect((await toolsFor(OWN, ['false'])).bubblewrap).toBe(false)
  const triesUntilNow = async () => (await toolsFor(OWN, ['false'])) && asks('false')
  await expect.poll(triesUntilNow).toBeGreaterThan(2)
})

test('health reports an unknown result while trials are killed', async () => {
  fate.of = () => 'killed'
  const { state, sentence } = await decoderCheck(tmpdir())
  expect([state, sentence]).toEqual(['warn', expect.stringContaining('not known yet')])
})
