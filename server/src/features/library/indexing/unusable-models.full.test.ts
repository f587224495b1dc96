import { mkdir, open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { ChosenEngine } from '@footnote/contract/nouns/library/indexing.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { madeCatalogue } from '../../../../test/made-catalogue.ts'
import { silentLog, startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { tinyModel, writeTinyEmbedding } from '../../../../test/tiny-embedding.ts'
import { startWorker } from '../../../app/worker.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from '../../../engines/visual/embedding-models.ts'
import { openQueue } from '../../../platform/queue/pg-boss.ts'

const model = EMBEDDING_MODELS[0] as EmbeddingModel
const catalogue = madeCatalogue({ [model.folder]: tinyModel(model) })

const folder = await temporaryFolder('unusable')
const api = await startProduct({ settings: { MODEL_HUB_URL: 'off' }, catalogue })
const admin = await api.person()
afterAll(() => api.close())

const LARGER_THAN_ANY_TOKENISER = 130 * 2 ** 20

const CASES: readonly [string, (models: string) => Promise<unknown>, string][] = [
  ['missing', async () => undefined, `The model ${model.name} is not on this machine.`],
  [
    'corrupt',
    async (models) => {
      const weights = await writeTinyEmbedding(models, model)
      await writeFile(path.join(weights, model.picture.weights), 'no model at all')
    },
    `${model.name} cannot be used: vision_model.onnx is damaged or no ONNX model`,
  ],
  [
    'of another shape',
    (models) => writeTinyEmbedding(models, model, { size: 64 }),
    `${model.name} cannot be used: vision_model.onnx takes 3 x 64 x 64 numbers where 3 x 256 x 256 belong.`,
  ],
  [
    'too large',
    async (models) => {
      const weights = await writeTinyEmbedding(models, model)
      const file = await open(path.join(weights, model.text.tokenizer), 'w')
      await file.truncate(LARGER_THAN_ANY_TOKENISER)
      await file.close()
    },
    `${model.name} cannot be used: tokenizer.json is larger than 128 MB.`,
  ],
]

test.each(CASES)(
  'a model that is %s is reported in one sentence, on the page and in the log, and everything else continues',
  async (which, prepare, sentence) => {
    const data_dir = path.join(folder, which)
    const models = path.join(data_dir, 'models')
    await mkdir(models, { recursive: true })
    await prepare(models)
    const said: object[] = []
    const log = { ...silentLog, info: (details: object, message: string) => said.push({ message, ...details }) }
    const { db, storage, config } = api
    await db.deleteFrom('engine_choices').execute()
    const queue = await openQueue({ database_url: config.database_url, database: db, log: silentLog, worker: true })
    const end = await startWorker({
      config: { ...config, data_dir, models: { provided_folder: null, folder: models, hub_url: null } },
      db,
      storage,
      queue,
      log,
      films_folder: data_dir,
      catalogue,
    })
    try {
      const chosen = await vi.waitFor(async () => {
        const { engines } = (await api.get(endpoints.indexing.overview.path, admin)).json
        expect(engines).toHaveLength(4)
        return engines as ChosenEngine[]
      }, 60_000)
      const [visual] = chosen
      expect(visual).toMatchObject({ kind: 'visual', id: 'concepts-1' })
      expect(visual?.passed_over[0]?.name).toBe(model.name)
      expect(visual?.passed_over[0]?.reason).toContain(sentence)
      expect(chosen.map(({ kind, id }) => [kind, id !== null])).toEqual([
        ['visual', true],
        ['speech', true],
        ['ocr', true],
        ['text', true],
      ])
      // The page shows the choice a moment before the log does.
      const logged = await vi.waitFor(() => {
        const line = said.find((each) => 'kind' in each && each.kind === 'visual')
        expect(line).toBeDefined()
        return line
      }, 60_000)
      expect(JSON.stringify(logged)).toContain(JSON.stringify(sentence).slice(1, -1))
    } finally {
      await queue.stop()
      await end()
    }
  },
)
