/**
 * Measures an upload: `npm run bench:upload -- [GIGABYTES] [disk|s3]`, 5 and disk by default. Starts the product's API
 * in a process of its own, sends it one generated file through its upload form, and prints the peak memory of that
 * process and the speed, beside the speed of writing the same bytes directly to the same disk. With s3 the bytes go on
 * to a real object store process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { UploadSession } from '@footnote/contract/nouns/library/videos.ts'
import { initialise, start } from '../server/src/app/supervisor/database/postgres.ts'
import { postgresAccount } from '../server/src/app/supervisor/database/postgres-account.ts'
import { postgresBinaries } from '../server/src/app/supervisor/database/postgres-binaries.ts'
import { buildWebAppWhenStale } from '../server/src/app/supervisor/web-app.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { startObjectStore } from '../server/test/object-store.ts'
import { storeAccount } from './account.ts'

const MIB = 1024 ** 2
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BOUNDARY = 'footnote-measurement'

const gigabytes = Number(process.argv[2] ?? 5)
const kind = process.argv[3] ?? 'disk'
if (!(gigabytes > 0 && gigabytes <= 20) || !['disk', 's3'].includes(kind)) {
  console.error('usage: npm run bench:upload -- [GIGABYTES up to 20] [disk|s3]')
  process.exit(2)
}
const mebibytes = Math.ceil(gigabytes * 1024)

/** The content of the file, generated piece by piece and never stored on this side. */
function* content(): Generator<Buffer> {
  const part = Buffer.alloc(MIB, 'film ')
  for (let sent = 0; sent < mebibytes; sent += 1) yield part
}

const directory = await mkdtemp(path.join(tmpdir(), 'footnote-bench-upload-'))
await chmod(directory, 0o755)
const store = kind === 's3' ? await startObjectStore() : null
const account = postgresAccount()
const cluster = {
  directory: path.join(directory, 'cluster'),
  password: randomBytes(16).toString('hex'),
  account,
  binaries: await postgresBinaries(account),
}
await initialise(cluster)
const database = await start(cluster)
let api: ChildProcess | undefined
try {
  await buildWebAppWhenStale(ROOT, console.log, new AbortController().signal)
  const plain = await timed(() =>
    pipeline(Readable.from(content()), createWriteStream(path.join(directory, 'plain'), { flush: true })),
  )
  await rm(path.join(directory, 'plain'))

  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  api = spawn(process.execPath, ['server/src/app/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ROLES: 'api',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: directory,
      DATABASE_URL: database.url,
      BILLING: 'off',
      RATE_LIMITS: 'off',
      ...(store
        ? {
            S3_ENDPOINT: store.settings.endpoint,
            S3_BUCKET: store.settings.bucket,
            S3_ACCESS_KEY_ID: store.settings.access_key_id,
            S3_SECRET_ACCESS_KEY: store.settings.secret_access_key,
          }
        : {}),
    },
  })
  const ask = await signIn(base)
  const collection = await ask<{ id: string }>('create_index', { index_name: 'Measured' })
  const before = await memory(api)
  const session = await ask<UploadSession>('upload', {
    index_id: collection.id,
    file_type: 'video/mp4',
    file_extension: 'mp4',
  })
  let status = 0
  const took = await timed(async () => {
    status = await send(new URL(session.url.url, base), session.url.fields)
  })
  const after = await memory(api)
  if (status !== 204) throw new Error(`The upload was answered ${status}.`)
  const { video } = await ask<{ video: { file_size: number } }>('add_records', {
    index_id: collection.id,
    file_id: session.file_id,
    file_name: 'measured.mp4',
    file_extension: 'mp4',
  })
  if (video.file_size !== mebibytes * MIB) throw new Error(`${video.file_size} bytes arrived.`)

  console.log(`uploaded              ${(mebibytes / 1024).toFixed(2)} GiB to ${kind}, stored and flushed`)
  console.log(`API memory before     ${before.now} MiB resident`)
  console.log(`API memory, peak      ${after.peak} MiB resident`)
  console.log(`upload                ${(mebibytes / took).toFixed(0)} MiB/s`)
  console.log(`plain write           ${(mebibytes / plain).toFixed(0)} MiB/s`)
  console.log(`upload : plain write  ${(took / plain).toFixed(2)} times as long`)
} finally {
  if (api) {
    api.kill('SIGTERM')
    if (api.exitCode === null) await once(api, 'exit')
  }
  await database.stop()
  await store?.stop()
  await rm(directory, { recursive: true, force: true })
}

/** @returns seconds */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** Current and peak resident memory of a process, in MiB. */
async function memory({ pid }: ChildProcess): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024)
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

/** Signs in as a new person. @returns a function that posts to a call of the API and reads its answer */
async function signIn(base: string) {
  while (
    !(await fetch(`${base}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 200))
  let access = ''
  const ask = async <Answer>(call: string, body: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${access}` }
    const answer = await fetch(`${base}/api/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${call} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const db = openDatabase(database.url, { connections: 1 })
  const person = await storeAccount(db).finally(() => db.destroy())
  access = (await ask<{ access: string }>('login', person)).access
  return ask
}

/** Posts the form with the file, piece by piece as the connection accepts it. @returns status */
async function send(url: URL, fields: Readonly<Record<string, string>>): Promise<number> {
  const post = request(url, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
  const answered = once(post, 'response')
  function* form() {
    for (const [name, value] of Object.entries(fields))
      yield Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    yield Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="measured.mp4"\r\n\r\n`)
    yield* content()
    yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  }
  await pipeline(Readable.from(form()), post)
  const [response] = await answered
  response.resume()
  return response.statusCode
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
