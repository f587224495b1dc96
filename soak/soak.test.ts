import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { named, type Outcome, soak } from './run.ts'
import { runSoaks, SOAKS } from './soak.ts'

/** A run with a fixed result that records its sizes. */
function answering(outcome: Outcome | Error) {
  const sizes: { kills: number; loud: boolean; from: string }[] = []
  const run = soak({
    shows: 'Nothing is lost.',
    sizes: { kills: 100, loud: false, from: 'start' },
    async run(given, log) {
      sizes.push(given)
      log('under way')
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  })
  return { run, sizes }
}

async function printed(runs: Parameters<typeof runSoaks>[0], ...args: string[]) {
  const lines: string[] = []
  const code = await runSoaks(runs, args, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

test('a run whose bounds hold exits with 0 and prints its counts', async () => {
  const { run, sizes } = answering({ counts: { kills: 7, lost: 0 }, failures: [] })
  const { code, text } = await printed([named('kills', run)], 'kills', '--kills=7', '--loud', '--from=1234567')
  expect([code, sizes]).toEqual([0, [{ kills: 7, loud: true, from: '1234567' }]])
  expect(text).toMatch(/under way[\s\S]*passed {2}kills[\s\S]*kills {2}7[\s\S]*lost {3}0/)
})

test('a run that breaks a bound or throws exits with 1, and those after it still run', async () => {
  const broken = answering({ counts: { lost: 2 }, failures: ['2 comments were lost.'] })
  const off = answering(new Error('No room.'))
  const good = answering({ counts: {}, failures: [] })
  const runs = [named('one', broken.run), named('two', off.run), named('three', good.run)]
  const { code, text } = await printed(runs, 'all')
  expect([code, good.sizes]).toEqual([1, [{ kills: 100, loud: false, from: 'start' }]])
  expect(text).toMatch(
    /FAILED {2}one[\s\S]*2 comments were lost\.[\s\S]*FAILED {2}two[\s\S]*No room\.[\s\S]*passed {2}three/,
  )
})

test('without a name the runs are listed with their claims and sizes', async () => {
  const { code, text } = await printed([named('kills', answering({ counts: {}, failures: [] }).run)])
  expect([code, text]).toEqual([
    0,
    'kills: Nothing is lost.\n    --kills=100 --loud=false --from=start\nall: each of them in turn',
  ])
})

test('an unknown name or size runs nothing', async () => {
  const { run, sizes } = answering({ counts: {}, failures: [] })
  const runs = [named('kills', run)]
  expect((await printed(runs, 'kilts')).code).toBe(2)
  expect((await printed(runs, 'kills', '--kills=many')).code).toBe(1)
  expect((await printed(runs, 'kills', '--deaths=3')).code).toBe(1)
  expect(sizes).toEqual([])
})

test('every file of a long run is in the list', async () => {
  const tests = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.test.ts'))
  const names = tests.map((file) => file.replace(/(\.full)?\.test\.ts$/, '')).filter((name) => name !== 'soak')
  expect(SOAKS.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})
