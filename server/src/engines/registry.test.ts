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

test('without any, the reason is that of the least demanding engine', async () => {
  const choice = await choose([entry('best', 'No model.'), entry('plain', 'No program.')], settings)
  expect(choice).toEqual({
    engine: null,
    reason: 'No program.',
    passed_over: [{ id: 'best', name: 'best', reason: 'No model.' }],
  })
})
