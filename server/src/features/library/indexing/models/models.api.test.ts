import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { madeCatalogue } from '../../../../../test/made-catalogue.ts'
import { silentLog, startProduct } from '../../../../../test/product.ts'
import { startWorker } from '../../../../app/worker.ts'
import { catalogue as everything } from '../../../../engines/models/catalogue/catalogue.ts'
import { file } from '../../../../engines/models/catalogue/model.ts'
import { someBytes, startHub } from '../../../../engines/testing/hub.ts'
import { smallModel } from '../../../../engines/testing/small-model.ts'
import { openQueue } from '../../../../platform/queue/pg-boss.ts'
import { writeModelStates } from './commands.ts'

const api = await startProduct()
const admin = await api.person()
afterAll(() => api.close())
afterEach(() => api.db.deleteFrom('model_states').execute())

const state = (name: string, rest: Partial<ModelState> = {}): ModelState => ({
  name,
  title: name.toUpperCase(),
  state: 'ready',
  share: 1,
  bytes: 1_000,
  detail: null,
  ...rest,
})
const listed = async () => (await api.get('/api/models', admin)).json.models

test('admins see the models of all machines; health shows everybody their state, but not their errors', async () => {
  const failed = state('b', {
    state: 'failed',
    share: 0,
    detail: 'The model hub https://hub.example cannot be reached.',
  })
  await writeModelStates(api.db, 'one', [state('a'), failed])
  expect(await listed()).toEqual([state('a'), failed])
  const health = await api.get('/api/health')
  const visible = [state('a'), failed].map(({ detail: _, ...rest }) => rest)
  expect([health.status, health.json.models]).toEqual([200, visible])
  expect(health.json.checks).toContainEqual({ name: 'database', state: 'ok', sentence: '' })
})

test('other members and visitors do not see the list', async () => {
  const member = await api.person({ company_id: admin.company_id })
  expect((await api.get('/api/models', member)).status).toBe(403)
  expect((await api.get('/api/models')).status).toBe(401)
})

test('the list shows the machine with the least of each model, and drops one that is gone', async () => {
  await writeModelStates(api.db, 'one', [state('a')])
  await writeModelStates(api.db, 'two', [state('a', { state: 'downloading', share: 0.25 })])
  expect(await listed()).toEqual([state('a', { state: 'downloading', share: 0.25 })])
  await sql`update model_states set updated_at = now() - interval '4 minutes' where machine = 'two'`.execute(api.db)
  expect(await listed()).toEqual([state('a')])
  await writeModelStates(api.db, 'one', [state('a')])
  expect(await api.db.selectFrom('model_states').select('machine').execute()).toEqual([{ machine: 'one' }])
})

test('a worker that waits for its turn does not hide the download of another on its machine', async () => {
  const waiting = state('a', { state: 'missing', share: 0 })
  await writeModelStates(api.db, 'one', [waiting])
  expect(await listed()).toEqual([waiting])
  await writeModelStates(api.db, 'one', [state('a', { state: 'downloading', share: 0.5 })])
  await writeModelStates(api.db, 'one', [waiting])
  expect(await listed()).toEqual([state('a', { state: 'downloading', share: 0.5 })])
})

test('models wait for permission: the person who starts the product is asked once, and an admin’s button starts the download', async () => {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-worker-models-'))
  const bytes = { 'tokens.txt': Buffer.from('<blk> 0\n'), 'onnx/model.onnx': someBytes(300_000) }
  const hub = await startHub(bytes, 'made/small')
  const files = Object.entries(bytes).map(([name, { length }]) => file(name, null, length))
  const catalogue = { ...madeCatalogue({}), small: smallModel(files) }
  const { db, storage, config } = api
  const questions: string[] = []
  const said: string[] = []
  const start = async (answer: boolean | null) => {
    const queue = await openQueue({ database_url: config.database_url, database: db, log: silentLog, worker: true })
    const models = { provided_folder: null, folder: path.join(data_dir, 'models'), hub_url: hub.url }
    const owner = {
      ask: async (question: string) => {
        questions.push(question)
        return answer
      },
      say: async (sentence: string) => void said.push(sentence),
    }
    const settings = { ...config, data_dir, models, download_models: 'ask' as const }
    const rest = { db, storage, queue, log: silentLog, films_folder: data_dir, catalogue, owner }
    const end = await startWorker({ config: settings, ...rest })
    return async () => {
      await queue.stop()
      await end()
    }
  }
  const is = (wanted: string) =>
    vi.waitFor(async () => {
      const states: ModelState[] = await listed()
      expect(states.find(({ name }) => name === 'small')).toMatchObject({ state: wanted, bytes: 300_008 })
    }, 60_000)
  try {
    const end = await start(null)
    await is('unasked')
    await vi.waitFor(() => expect(said).toHaveLength(1), 60_000)
    expect(questions).toEqual(['Download models, so that searches find more (293 KB)?'])
    expect(said[0]).toContain('(293 KB) are not downloaded: MODELS=auto downloads them')
    await end()
    const again = await start(false)
    await vi.waitFor(() => expect(questions).toHaveLength(2), 60_000)
    await is('unasked')
    await again()
    const third = await start(true)
    await is('unasked')
    const member = await api.person({ company_id: admin.company_id })
    expect((await api.post(endpoints.models.download.path, {}, member)).status).toBe(403)
    expect(hub.asked).toEqual([])
    expect((await api.post(endpoints.models.download.path, {}, admin)).status).toBe(200)
    await is('ready')
    expect(questions).toHaveLength(2)
    await third()
  } finally {
    await hub.close()
    await rm(data_dir, { recursive: true })
    await db.deleteFrom('model_answers').execute()
  }
}, 120_000)

test('a worker downloads default and requested models in the background, and the list follows it', async () => {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-worker-models-'))
  const hub = await startHub(
    { 'tokens.txt': Buffer.from('<blk> 0\n'), 'onnx/model.onnx': someBytes(100_000) },
    'made/small',
  )
  const catalogue = {
    ...everything,
    small: smallModel(),
    absent: { ...smallModel([file('absent.onnx')]), title: 'Absent' },
    'ppocrv5-tamil': { ...smallModel(), fetched_by_default: false },
    unasked: { ...smallModel(), fetched_by_default: false },
  }
  const { db, storage, config } = api
  const queue = await openQueue({ database_url: config.database_url, database: db, log: silentLog, worker: true })
  const models = { provided_folder: null, folder: path.join(data_dir, 'models'), hub_url: hub.url }
  const stop = await startWorker({
    config: { ...config, data_dir, models, download_models: 'auto', ocr_model: 'ppocrv5-tamil' },
    db,
    storage,
    queue,
    log: silentLog,
    films_folder: data_dir,
    catalogue,
  })
  try {
    await vi.waitFor(async () => {
      const visible: ModelState[] = await listed()
      expect(visible.find(({ name }) => name === 'small')?.state).toBe('ready')
      expect(visible.find(({ name }) => name === 'ppocrv5-tamil')?.state).toBe('ready')
      expect(visible.find(({ name }) => name === 'absent')).toMatchObject({
        state: 'failed',
        detail: `The model hub ${hub.url} has no file absent.onnx of the model Absent.`,
      })
      expect(visible.find(({ name }) => name === 'unasked')).toBeUndefined()
    }, 60_000)
  } finally {
    await queue.stop()
    await stop()
    await hub.close()
    await rm(data_dir, { recursive: true })
  }
})
