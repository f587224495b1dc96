import { expect, test } from 'vitest'
import type { EngineEntry, EngineIdentity } from './engine.ts'
import { choose } from './registry.ts'
import { noModels } from './testing/no-models.ts'

const settings = { threads: 1, models: noModels }

function entry(id: string, obstacle: string | null): EngineEntry<EngineIdentity> {
  return { id, name: id, obstacle: async () => obstacle, open: () => ({ id, name: id }) }
}

test('the first engine that this machine can run is opened, and better ones give the reason why not', async () => {
  const choice = await choose([entry('best', 'No model.'), entry('good', null), entry('plain', null)], settings)
  expect(choice).toEqual({
    engine: { id: 'good', name: 'good' },
    reason: null,
    passed_over: [{ id: 'best', name: 'best', reason: 'No model.' }],
  })
})

test('an engine that may not be used is passed over with the objection, and nothing objects to one that cannot run', async () => {
  const asked: string[] = []
  const entries = [entry('absent', 'No model.'), entry('wrong', null), entry('plain', null)]
  const choice = await choose(entries, settings, undefined, async ({ id }) => {
    asked.push(id)
    return id === 'wrong' ? { reason: 'It answered wrongly.', refused: true } : null
  })
  expect(choice).toEqual({
    engine: { id: 'plain', name: 'plain' },
    reason: null,
    passed_over: [
      { id: 'absent', name: 'absent', reason: 'No model.' },
      { id: 'wrong', name: 'wrong', reason: 'It answered wrongly.', refused: true },
    ],
  })
  expect(asked).toEqual(['wrong', 'plain'])
})

test('without any, the reason is that of the least demanding engine', async () => {
  const choice = await choose([entry('best', 'No model.'), entry('plain', 'No program.')], settings)
  expect(choice).toEqual({
    engine: null,
    reason: 'No program.',
    passed_over: [{ id: 'best', name: 'best', reason: 'No model.' }],
  })
})
