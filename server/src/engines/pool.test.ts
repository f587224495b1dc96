import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeTinyEmbedding } from '../../test/tiny-embedding.ts'
import type { VisualEngine } from './engine.ts'
import { EnginePool } from './pool.ts'
import { unverifiedModels } from './testing/unverified-models.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from './visual/embedding-models.ts'

const model = EMBEDDING_MODELS[0] as EmbeddingModel
let models_dir: string
let pool: EnginePool
beforeEach(async () => {
  models_dir = await mkdtemp(path.join(tmpdir(), 'footnote-pool-'))
  pool = await EnginePool.open({ threads: 1, models: unverifiedModels(models_dir) })
})
afterEach(async () => {
  await pool.close()
  await rm(models_dir, { recursive: true })
})

async function look(engine: VisualEngine | null) {
  const file = path.join(models_dir, 'red.png')
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
    .png()
    .toFile(file)
  return await engine?.describeReference(file)
}

test('a new model is chosen without a restart; users of the old engine keep it, and the last one closes it', async () => {
  const [job, another] = [pool.lend(), pool.lend()]
  const { engine: before } = job.engines.visual
  expect(before?.id).toBe('concepts-1')
  expect(await pool.refresh()).toBe(false)
  await writeTinyEmbedding(models_dir, model)
  expect(await pool.refresh()).toBe(true)
  expect(pool.chosen.visual.engine?.id).toBe(model.id)
  expect(pool.chosen.speech).toEqual(job.engines.speech)
  job[Symbol.dispose]()
  job[Symbol.dispose]()
  expect(await look(before)).toHaveProperty('descriptor')
  another[Symbol.dispose]()
  await expect(look(before)).rejects.toMatchObject({ failure: 'closed' })
  const later = pool.lend()
  expect(await look(later.engines.visual.engine)).toHaveProperty('vector')
  later[Symbol.dispose]()
})

test('engines are lent by id, chosen or not, if this machine can run them', async () => {
  await writeTinyEmbedding(models_dir, model)
  await pool.refresh()
  const missing = EMBEDDING_MODELS[1]?.id ?? ''
  const loan = await pool.lendBy('visual', ['concepts-1', 'unheard-of', missing, model.id])
  const { engines } = loan
  expect(engines.map(({ id }) => id)).toEqual([model.id, 'concepts-1'])
  loan[Symbol.dispose]()
  // Another question may follow, so the engine stays open for a while.
  expect(await look(engines[1] ?? null)).toHaveProperty('descriptor')
  expect((await pool.lendBy('speech', [model.id])).engines).toEqual([])
})
