import path from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { seenOf, startExaminingWorker } from '../../../../../test/examined-worker.ts'
import { madeCatalogue } from '../../../../../test/made-catalogue.ts'
import { startProduct } from '../../../../../test/product.ts'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { tinyModel, writeTinyEmbedding } from '../../../../../test/tiny-embedding.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from '../../../../engines/visual/embedding-models.ts'

/** It knows the mean colour of a picture, and nothing else. */
const model = EMBEDDING_MODELS[0] as EmbeddingModel
const catalogue = madeCatalogue({ [model.folder]: tinyModel(model) })
const patiently = { timeout: 600_000, interval: 250 }

const data_dir = await temporaryFolder('refused')
await writeTinyEmbedding(path.join(data_dir, 'models'), model)
const api = await startProduct({ settings: { DATA_DIR: data_dir, MODEL_HUB_URL: 'off' }, catalogue })
const admin = await api.person()
const member = await api.person({ company_id: admin.company_id })
afterAll(() => api.close())

const allow = (allowed: boolean, as = admin, engine = model.id) =>
  api.post(endpoints.models.allow.path, { engine, allowed }, as)

test('a model that answers wrongly is refused with both figures, until an admin uses it all the same', async () => {
  const end = await startExaminingWorker(api, catalogue)
  try {
    await vi.waitFor(async () => {
      const { chosen, not_used } = await seenOf(api, admin, 'visual')
      expect(chosen).toBe('concepts-1')
      expect(not_used[0]).toBe(`${model.name} is being examined.`)
    }, patiently)
    const refused = await vi.waitFor(async () => {
      const { examinations, not_used } = await seenOf(api, admin, 'visual')
      expect(examinations).toMatchObject([{ engine: model.id, name: model.name, state: 'refused', allowed: false }])
      expect(not_used[0]).toBe(examinations[0]?.reason)
      return examinations[0]
    }, patiently)
    const { wrong, of } = refused?.figures ?? { wrong: 0, of: 0 }
    const { name, wrong: wrong_before } = refused?.before ?? { name: '', wrong: 0 }
    expect(of).toBeGreaterThanOrEqual(12)
    expect(wrong).toBeGreaterThan(wrong_before + 1)
    expect(refused?.reason).toBe(
      `${model.name} gave ${of - wrong} of ${of} right answers in its examination; ${name} gave ${of - wrong_before} of ${of} right answers.`,
    )

    expect((await allow(true, member)).status).toBe(403)
    expect((await allow(true, admin, 'nothing-1')).status).toBe(404)
    expect((await allow(true)).status).toBe(200)
    await vi.waitFor(async () => {
      const { chosen, examinations } = await seenOf(api, admin, 'visual')
      expect([chosen, examinations[0]?.state, examinations[0]?.allowed]).toEqual([model.id, 'refused', true])
    }, patiently)
    expect((await allow(false)).status).toBe(200)
    await vi.waitFor(
      async () => expect(await seenOf(api, admin, 'visual')).toMatchObject({ chosen: 'concepts-1' }),
      patiently,
    )
  } finally {
    await end()
  }
}, 900_000)
