import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { expect, test, vi } from 'vitest'
import { seenOf, startExaminingWorker } from '../../../../../test/examined-worker.ts'
import { madeCatalogue } from '../../../../../test/made-catalogue.ts'
import { copyPackagedOcr } from '../../../../../test/packaged-ocr.ts'
import { startProduct } from '../../../../../test/product.ts'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { tinyModel, writeTinyEmbedding } from '../../../../../test/tiny-embedding.ts'
import { tinyOcrModel } from '../../../../../test/tiny-ocr.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from '../../../../engines/visual/embedding-models.ts'

const patiently = { timeout: 600_000, interval: 250 }
/** It knows the mean colour of a picture, and nothing else. */
const wrong = EMBEDDING_MODELS[0] as EmbeddingModel

test('a model that answers as well as the engine before it takes over', async () => {
  const data_dir = await temporaryFolder('passed')
  await copyPackagedOcr(path.join(data_dir, 'models'), 'ppocrv5-latin')
  const names = ['ppocrv5-latin', 'ppocrv5-detector'] as const
  const catalogue = madeCatalogue(Object.fromEntries(names.map((name) => [name, tinyOcrModel(name)])))
  const settings = { DATA_DIR: data_dir, MODEL_HUB_URL: 'off', OCR_MODEL: 'ppocrv5-latin' }
  const api = await startProduct({ settings, catalogue })
  const admin = await api.person()
  const end = await startExaminingWorker(api, catalogue)
  try {
    await vi.waitFor(
      async () => expect(await seenOf(api, admin, 'ocr')).toMatchObject({ chosen: 'ppocr-v4-1' }),
      patiently,
    )
    await vi.waitFor(
      async () => expect(await seenOf(api, admin, 'ocr')).toMatchObject({ chosen: 'ppocrv5-latin-1', not_used: [] }),
      patiently,
    )
    const { examinations } = await seenOf(api, admin, 'ocr')
    expect(examinations).toMatchObject([
      { state: 'passed', figures: { wrong: 0 }, before: { name: 'PP-OCRv4', wrong: 0 }, reason: null },
    ])
    expect(examinations[0]?.figures?.of).toBeGreaterThanOrEqual(12)
  } finally {
    await end()
    await api.close()
  }
}, 1_200_000)

test('an engine that has indexed videos keeps its place until it was refused, and other files of it are examined again', async () => {
  const data_dir = await temporaryFolder('kept')
  const models = path.join(data_dir, 'models')
  const weights = await writeTinyEmbedding(models, wrong)
  const catalogue = madeCatalogue({ [wrong.folder]: tinyModel(wrong) })
  const api = await startProduct({ settings: { DATA_DIR: data_dir, MODEL_HUB_URL: 'off' }, catalogue })
  const admin = await api.person()
  const { video_id } = await api.aCollectionWithVideo(admin)
  await api.db.insertInto('video_stages').values({ video_id, stage: 'visual', engine: wrong.id }).execute()
  const due = async () =>
    await api.db
      .selectFrom('due_stages')
      .select('engine')
      .where('video_id', '=', video_id)
      .where('stage', '=', 'visual')
      .execute()
  const visual = async () => await seenOf(api, admin, 'visual')
  const end = await startExaminingWorker(api, catalogue)
  try {
    await vi.waitFor(async () => {
      const { chosen, examinations } = await visual()
      expect([chosen, examinations[0]?.state]).toEqual([wrong.id, 'running'])
    }, patiently)
    expect(await due()).toEqual([])
    await vi.waitFor(async () => {
      const { chosen, examinations } = await visual()
      expect([chosen, examinations[0]?.state]).toEqual(['concepts-1', 'refused'])
    }, patiently)
    // What it has indexed is not better than what the engine before it finds.
    await vi.waitFor(async () => expect(await due()).toEqual([{ engine: 'concepts-1' }]), patiently)

    await api.post(endpoints.models.allow.path, { engine: wrong.id, allowed: true }, admin)
    await vi.waitFor(async () => expect(await visual()).toMatchObject({ chosen: wrong.id }), patiently)
    await rm(path.join(models, `${wrong.folder}.lock.json`))
    await writeFile(path.join(weights, wrong.text.tokenizer_config), '{"changed": true}')
    await vi.waitFor(async () => {
      const { chosen, examinations } = await visual()
      expect([chosen, examinations[0]?.state, examinations[0]?.allowed]).toEqual(['concepts-1', 'refused', false])
    }, patiently)
    const rows = await api.db.selectFrom('engine_examinations').select('state').execute()
    expect(rows.map(({ state }) => state).sort()).toEqual(['measured', 'refused', 'refused'])
  } finally {
    await end()
    await api.close()
  }
}, 1_200_000)
