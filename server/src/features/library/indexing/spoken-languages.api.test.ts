import { afterAll, expect, test } from 'vitest'
import { startProduct } from '../../../../test/product.ts'
import { engineName } from '../../../engines/registry.ts'
import { writeEngineChoices } from './commands.ts'

const api = await startProduct()
afterAll(() => api.close())

/** Records the speech engine of a worker elsewhere. */
const machineListensBy = (machine: string, engine: string | null) =>
  writeEngineChoices(api.db, machine, [
    {
      kind: 'speech',
      engine,
      name: engine && engineName(engine),
      reason: engine ? null : 'The models for speech are not installed.',
      models: [],
      passed_over: [],
      seconds_a_sample: null,
    },
  ])

test('people choose among the languages of the transcribing machines, whatever the answering one could run', async () => {
  const person = await api.person()
  const languages = async () => (await api.get('/api/speech_languages', person)).json.languages
  expect(await languages()).toEqual([])
  await machineListensBy('north', null)
  await machineListensBy('south', 'moonshine-base-1')
  expect(await languages()).toEqual(['en'])
  await machineListensBy('north', 'parakeet-v3-1')
  const both = await languages()
  expect(both).toEqual(expect.arrayContaining(['en', 'de', 'uk']))
  expect(new Set(both).size).toBe(both.length)
  await api.db
    .updateTable('engine_choices')
    .set({ updated_at: new Date(Date.now() - 600_000) })
    .execute()
  expect(await languages()).toEqual([])
})
