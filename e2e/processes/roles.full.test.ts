import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/src/app/supervisor/network.ts'
import { ffmpeg } from '../../server/test/made-media.ts'
import { startObjectStore } from '../../server/test/object-store.ts'
import { startTestPostgres } from '../../server/test/test-postgres.ts'
import { postFile } from '../calls.ts'
import { launch, newestCode } from '../product.ts'

const EMAIL = 'ada@example.org'
const { accounts, collections, videos } = endpoints

let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let data_dir: string
const started: ChildProcess[] = []

beforeAll(async () => {
  postgres = await startTestPostgres()
  data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-roles-'))
  await chmod(data_dir, 0o755)
})

afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) await end(child)
  await postgres.stop()
  await rm(data_dir, { recursive: true, force: true })
})

/** Runs the launcher with these settings, and ends it after the tests. */
function start(settings: NodeJS.ProcessEnv) {
  const launched = launch(settings)
  started.push(launched.child)
  return launched
}

/** Starts one role with the shared database and files, and waits until it is ready. */
async function startRole(role: 'api' | 'worker', settings: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const { child, printed } = start({ ROLES: role, DATABASE_URL: postgres.url, DATA_DIR: data_dir, ...settings })
  const says = role === 'api' ? 'ready at' : 'running: worker'
  for (let tries = 0; !printed().includes(says); tries += 1) {
    if (child.exitCode !== null || tries > 1_200) throw new Error(`The ${role} did not start:\n${printed()}`)
    await wait(100)
  }
  return child
}

/** Ends a process with a signal. @returns its exit code; not 0 if it did not end in order within its own time */
async function end(child: ChildProcess): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exited
  return code
}

/** A person at an address of the API. @param codeFor returns the mailed code */
function caller(origin: string, codeFor: () => Promise<string> = () => newestCode(data_dir, EMAIL)) {
  let token = ''
  const call = async (address: string, body?: object) => {
    const answer = await fetch(origin + address, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
    return await answer.json()
  }
  return {
    call,
    async signUp() {
      const person = { first_name: 'Ada', last_name: 'Lovelace', email: EMAIL, password: 'correct horse' }
      await call(accounts.signup.path, person)
      ;({ access: token } = await call(accounts.verifyCode.path, {
        email: EMAIL,
        code: await codeFor(),
      }))
    },
    /** @returns the video's id */
    async upload(index_id: string, file: string): Promise<string> {
      const slot = await call(videos.upload.path, { index_id, file_type: 'video/mp4', file_extension: 'mp4' })
      const sent = await postFile(origin, slot.url, await openAsBlob(file))
      expect(sent.status).toBe(204)
      const record = { index_id, file_id: slot.file_id, file_name: 'small.mp4', file_extension: 'mp4' }
      await call(videos.addRecords.path, record)
      return slot.file_id
    },
  }
}

test('API and worker run apart on one database and one folder of files, and end in order after a signal', async () => {
  const port = await freePort('127.0.0.1')
  const origin = `http://127.0.0.1:${port}`
  const api = await startRole('api', { PORT: String(port), PUBLIC_URL: origin })
  expect(await (await fetch(`${origin}/api/health`)).json()).toMatchObject({ status: 'ok', roles: ['api'] })

  const person = caller(origin)
  // Signing up needs a worker, which sends the code.
  const first = await startRole('worker')
  await person.signUp()
  expect(await end(first)).toBe(0)
  const { id: index_id } = await person.call(collections.create.path, {
    index_name: 'Small',
    process_visual: true,
    process_audio: false,
  })
  const file = path.join(data_dir, 'small.mp4')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=160x90:r=10:d=2', '-pix_fmt', 'yuv420p', file)
  const video_id = await person.upload(index_id, file)
  const status = async () => (await person.call(videos.details.path.replace(':video_id', video_id))).status
  // No worker runs yet.
  expect(await status()).toBe('PENDING')

  const worker = await startRole('worker')
  for (let tries = 0; (await status()) !== 'SUCCESS' && tries < 600; tries += 1) await wait(200)
  expect(await status()).toBe('SUCCESS')

  for (const child of [worker, api]) expect(await end(child)).toBe(0)
  await expect(fetch(`${origin}/api/health`)).rejects.toThrow()
})

test('machines that share a database, an object store and a mail server need nothing else in common', async () => {
  const store = await startObjectStore()
  const mail = await startMailServer()
  const folders = await Promise.all(['api', 'worker'].map(() => mkdtemp(path.join(tmpdir(), 'footnote-machine-'))))
  try {
    const { endpoint, bucket, region, access_key_id, secret_access_key } = store.settings
    const shared = {
      DATABASE_URL: await postgres.createDatabase(),
      SECRET_KEY: 'a secret that two machines share in a test',
      SMTP_URL: mail.url,
      BILLING: 'off',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: access_key_id,
      S3_SECRET_ACCESS_KEY: secret_access_key,
    }
    const port = await freePort('127.0.0.1')
    const origin = `http://127.0.0.1:${port}`
    const api = await startRole('api', { ...shared, DATA_DIR: folders[0], PORT: String(port), PUBLIC_URL: origin })
    const worker = await startRole('worker', { ...shared, DATA_DIR: folders[1] })
    expect(await (await fetch(`${origin}/api/health`)).json()).toMatchObject({ status: 'ok', mail: 'smtp' })
    expect(await (await fetch(`${origin}/api/site`)).json()).toMatchObject({ billing: false })

    const person = caller(origin, mail.code)
    await person.signUp()
    const choices = { index_name: 'Small', process_visual: true, process_audio: false }
    const { id: index_id } = await person.call(collections.create.path, choices)
    const file = path.join(data_dir, 'stored.mp4')
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=160x90:r=10:d=2', '-pix_fmt', 'yuv420p', file)
    const video_id = await person.upload(index_id, file)
    const details = () => person.call(videos.details.path.replace(':video_id', video_id))
    for (let tries = 0; (await details()).status !== 'SUCCESS' && tries < 1_200; tries += 1) await wait(200)
    const { status, thumbnail_url } = await details()
    expect(status).toBe('SUCCESS')
    const picture = await fetch(new URL(thumbnail_url, origin))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { url } = await person.call(videos.downloadUrl.path.replace(':video_id', video_id))
    const back = Buffer.from(await (await fetch(new URL(url, origin))).arrayBuffer())
    expect(back.equals(await readFile(file))).toBe(true)

    for (const child of [worker, api]) expect(await end(child)).toBe(0)
    for (const folder of folders) {
      const left = await readdir(folder, { recursive: true, withFileTypes: true })
      expect(left.filter((entry) => entry.isFile() && /mp4|jpg|eml/.test(entry.name)).map(({ name }) => name)).toEqual(
        [],
      )
    }
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    await mail.stop()
    await store.stop()
  }
})

/** A mail server on the loopback that keeps the newest code. */
async function startMailServer() {
  let newest: string | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      text(stream).then((message) => {
        newest = /code is (\d+)/.exec(message)?.[1] ?? newest
        done()
      }, done)
    },
  })
  const port = await freePort('127.0.0.1')
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    async code(): Promise<string> {
      for (let tries = 0; newest === undefined && tries < 600; tries += 1) await wait(100)
      if (newest === undefined) throw new Error('No code came by mail.')
      return newest
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
