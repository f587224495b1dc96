import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { type Account, createAccount, createCollection, videosOf } from '../e2e/calls.ts'
import { ContractClient } from '../e2e/contract-client.ts'
import { type Films, makeFilms } from '../e2e/films.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { writeMadeModels } from '../server/test/made-models.ts'
import { type Doings, isAbsentNameCache, readDoings, watchWords, whyUnwatchable } from '../server/test/strace.ts'
import { type Outcome, soak } from './run.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MADE_CATALOGUE = pathToFileURL(path.join(ROOT, 'server/test/made-catalogue-hook.ts')).href
/** Milliseconds in which a busy machine indexes a video while each process is traced. */
const PATIENCE = 300_000
/** The models that a default start reads from the machine, and the one that the settings choose. */
const LEARNED = ['siglip2-base', 'multilingual-e5-small', 'parakeet-110m-en', 'ppocrv5-english']
/** Prefix of the folders through which API and worker reach the process that starts decoders. */
const DECODERS = '/run/footnote-'
/** Folders into which a normal start builds the web app. */
const BUILT = ['web/dist', 'web/.cache', 'node_modules/.vite-temp']
const { accountData, collections, comments, search, shareLinks, videos } = endpoints

/** A normal product with every kind of learned engine, whose system calls are traced while a person works with it. */
export const silence = soak({
  shows: 'The product reaches for nothing but its database and itself, and writes to nothing but its own folders.',
  sizes: { minutes: 10 },
  async run({ minutes }, log) {
    const why = whyUnwatchable()
    if (why !== null) throw new Error(why)
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-silence-'))
    try {
      const at = (name: string) => path.join(folder, name)
      await prepare(folder)
      const films = await makeFilms(at('films'))
      const product = await startProduct(
        {
          HOME: at('home'),
          TMPDIR: at('temporary'),
          MODELS_DIR: at('models'),
          OCR_MODEL: 'ppocrv5-english',
          NODE_OPTIONS: `--import=${MADE_CATALOGUE}`,
          NODE_DISABLE_COMPILE_CACHE: '1',
        },
        watchWords(at('trace')),
        'new',
      )
      const { data_dir } = product
      const watched = once(product.process, 'close')
      let rounds = 0
      let itself: Record<string, string>
      try {
        itself = {
          [await databaseAddress(data_dir)]: 'database',
          [`127.0.0.1:${new URL(product.origin).port}`]: 'itself',
        }
        for (const end = Date.now() + minutes * 60_000; rounds === 0 || Date.now() < end; rounds += 1) {
          await workWith(product, films)
          log(`round ${rounds + 1}: a video indexed, found, discussed, shared, cut and deleted`)
        }
      } finally {
        await product.stop()
      }
      await watched
      const left = [...(await readdir(at('home'))), ...(await readdir(at('temporary')))]
      return judge({
        doings: await readDoings(at('trace'), ROOT),
        rounds,
        itself,
        data_dir,
        models: at('models'),
        left,
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

/** A home, a temporary folder and models that the account of the product may use. */
async function prepare(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const name of ['home', 'temporary']) {
    await mkdir(path.join(folder, name))
    await chmod(path.join(folder, name), 0o777)
  }
  await writeMadeModels(path.join(folder, 'models'))
}

async function databaseAddress(data_dir: string): Promise<string> {
  const { port } = JSON.parse(await readFile(path.join(data_dir, 'postgres.json'), 'utf8'))
  return `127.0.0.1:${port}`
}

/** A person's work from sign-up to the export of their data: every stage of indexing and every kind of search. */
async function workWith(product: Product, films: Films): Promise<void> {
  const client = new ContractClient(product.origin)
  const account = await createAccount(product)
  const index_id = await createCollection(product, account, 'Rushes')
  const video_id = await upload(client, product, account, index_id, films.slide)
  await indexed(product, account, index_id)
  for (const query of ['captain', 'ledger', 'a red balloon'])
    await client.call(
      search.query,
      { query: { index_id, query, search_type: 'VISUAL,CONVERSATION,TEXT_IN_VIDEO', temperature: 0.5 } },
      account,
    )
  const form = new FormData()
  form.set('image', await openAsBlob(films.picture), 'picture.png')
  await client.call(search.image, { query: { index_id, temperature: 0.5 }, form }, account)
  const said = { content: 'Hold this longer', start_time: 1, end_time: 2 }
  await client.call(comments.create, { params: { video_id }, body: said }, account)
  const link = { permission: 'commenter', expires_in_days: 7 } as const
  await client.call(shareLinks.createForVideo, { params: { video_id }, body: link }, account)
  await client.call(videos.downloadClip, { body: { video_id, start_time: 1, end_time: 2 } }, account)
  await client.call(accountData.export, {}, account)
  await notified(client, account, ['DOWNLOAD_CLIP', 'DATA_EXPORT'])
  await client.call(collections.delete, { body: { id: index_id } }, account)
}

async function upload(
  client: ContractClient,
  product: Product,
  account: Account,
  index_id: string,
  file: string,
): Promise<string> {
  const blob = await openAsBlob(file, { type: 'video/mp4' })
  const facts = { index_id, file_extension: 'mp4', file_size: blob.size }
  const slot = await client.call(videos.upload, { body: { ...facts, file_type: blob.type } }, account)
  const form = new FormData()
  for (const [name, value] of Object.entries(slot.url.fields)) form.set(name, value)
  form.set('file', blob)
  const sent = await fetch(new URL(slot.url.url, product.origin), { method: 'POST', body: form })
  if (sent.status !== 204) throw new Error(`The upload was answered ${sent.status}: ${await sent.text()}`)
  const record = { ...facts, file_id: slot.file_id, file_name: path.basename(file), file_url: slot.download_url }
  return (await client.call(videos.addRecords, { body: record }, account)).video.id
}

async function indexed(product: Product, account: Account, index_id: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(1_000)) {
    const [video] = await videosOf(product, account, index_id)
    if (video?.status === 'SUCCESS') return
    if (video && ['FAILED', 'ERROR', 'OVER_LIMIT'].includes(video.status)) throw new Error(`It ended ${video.status}.`)
  }
  throw new Error('The video was not indexed in time.')
}

async function notified(client: ContractClient, account: Account, types: readonly string[]): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(1_000)) {
    const { notifications } = await client.call(endpoints.notifications.list, {}, account)
    if (types.every((type) => notifications.some((one) => one.type === type))) return
  }
  throw new Error(`Nobody was notified of ${types.join(' and ')} in time.`)
}

interface Findings {
  readonly doings: Doings
  readonly rounds: number
  /** Addresses that the product may reach, with the name to count each under. */
  readonly itself: Readonly<Record<string, string>>
  readonly data_dir: string
  /** Folder of the models that the product uses. */
  readonly models: string
  /** Files that it left in its home and in the temporary folder. */
  readonly left: readonly string[]
}

function judge({ doings, rounds, itself, data_dir, models, left }: Findings): Outcome {
  const reached = [...doings.reached]
  const elsewhere = reached.filter(([to]) => !Object.hasOwn(itself, to) && !isOwnSocket(to, data_dir))
  const own = [data_dir, DECODERS, ...BUILT.map((place) => path.join(ROOT, place))]
  const outside = [...doings.written.keys()].filter(
    (file) => !isKernel(file) && !own.some((place) => file.startsWith(place)),
  )
  const unread = LEARNED.filter(
    (name) => ![...doings.read.keys()].some((file) => file.startsWith(path.join(models, name))),
  )
  const ids = [...doings.read.keys()].filter((file) => file.includes('machine-id'))
  const failures = [
    ...elsewhere.map(([to, times]) => `It reached for ${to}, ${times} times.`),
    ...outside.map((file) => `It wrote ${file}.`),
    ...left.map((name) => `It left ${name} in its home or in the temporary folder.`),
    ...ids.map((file) => `It read ${file}.`),
    // A model or a database that was not used proves nothing.
    ...unread.map((name) => `The model ${name} was not used.`),
    ...(reached.some(([to]) => itself[to] === 'database') ? [] : ['Not even the database was reached.']),
  ]
  const total = (name: string) =>
    reached.filter(([to]) => itself[to] === name).reduce((sum, [, times]) => sum + times, 0)
  return {
    counts: {
      'rounds of work': rounds,
      'connects to the database': total('database'),
      'connects to itself': total('itself'),
      'attempts to reach anything else': elsewhere.reduce((sum, [, times]) => sum + times, 0),
      'programs started': [...doings.programs.values()].reduce((sum, times) => sum + times, 0),
      'files written in its own folders': doings.written.size - outside.length,
      'files written elsewhere': outside.length,
    },
    failures,
  }
}

/** A socket between the product's processes, or of a name cache that does not exist. */
const isOwnSocket = (to: string, data_dir: string): boolean =>
  [data_dir, DECODERS].some((place) => to.startsWith(`unix:${place}`)) || isAbsentNameCache(to)

/** Paths of the kernel that look like files: they store nothing. */
const isKernel = (file: string): boolean => /^\/(?:dev|proc|sys)\//.test(file)
