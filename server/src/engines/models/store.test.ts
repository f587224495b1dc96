import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ModelStoreOptions, openModelStore } from '../models.ts'
import { COMMIT, type Hub, sha256, someBytes, startHub } from '../testing/hub.ts'
import { smallModel } from '../testing/small-model.ts'
import { file } from './catalogue/model.ts'

const TOKENS = Buffer.from('<blank> 0\nhello 1\n')
const WEIGHTS = someBytes(300_000)
const fingerprint: unknown = expect.stringMatching(/^[0-9a-f]{64}$/)
const patience = { silence: 2_000, pause: 10, longest_pause: 50, longest_asked: 200, attempts: 3 }

let hub: Hub
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-models-'))
  hub = await startHub({ 'tokens.txt': TOKENS, 'onnx/model.onnx': WEIGHTS })
})
afterEach(async () => {
  await hub.close()
  await rm(folder, { recursive: true })
})

const own = () => path.join(folder, 'own')
const at = (...parts: string[]) => path.join(own(), 'small', ...parts)
const open = (
  options: ModelStoreOptions = {},
  hub_url: string | null = hub.url,
  provided_folder: string | null = null,
) =>
  openModelStore(
    { provided_folder, folder: own(), hub_url },
    { catalogue: { small: smallModel() }, patience, ...options },
  )
/** Cuts the connection once this many bytes are on the disk. @param sent bytes that this connection sends */
const cut = (there: number, sent = there) => ({
  cut_after: sent,
  arrived: () => vi.waitFor(async () => expect((await stat(at('onnx/model.onnx.part'))).size).toBe(there), 60_000),
})
const GONE = [{ status: 503 }, { status: 503 }, { status: 503 }]
const lockOf = async () => JSON.parse(await readFile(path.join(own(), 'small.lock.json'), 'utf8'))
const provide = async (name: string, bytes: Uint8Array) => {
  const target = path.join(folder, 'provided', 'small', name)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, bytes)
}
const filesThere = async () =>
  (await readdir(at(), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

test('a missing model is an obstacle in words, and arrives from the hub with growing progress', async () => {
  const store = open()
  expect(await store.folder('small')).toEqual({
    folder: null,
    obstacle: 'The model Small is not on this machine.',
    refused: false,
  })
  const shares: number[] = []
  expect(await store.fetch('small', (share) => shares.push(share))).toBe(at())
  expect(await readFile(at('onnx/model.onnx'))).toEqual(WEIGHTS)
  expect(await readFile(at('tokens.txt'))).toEqual(TOKENS)
  expect(shares[0]).toBe(0)
  expect(shares.at(-1)).toBeCloseTo(1, 2)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(await store.folder('small')).toEqual({ folder: at(), obstacle: null, fingerprint })
})

test('unknown hashes and commits are pinned at first use, and enforced from then on', async () => {
  await open().fetch('small')
  expect(await lockOf()).toEqual({
    repo: 'made/small',
    revision: COMMIT,
    files: { 'tokens.txt': sha256(TOKENS), 'onnx/model.onnx': sha256(WEIGHTS) },
  })
  await rm(at('onnx/model.onnx'))
  hub.files['onnx/model.onnx'] = someBytes(300_000)
  await expect(open().fetch('small')).rejects.toMatchObject({
    failure: 'refused',
    message: "The hub's file onnx/model.onnx of the model Small is not the one that is pinned: it was refused.",
  })
  expect(await filesThere()).toEqual(['tokens.txt'])
})

test('a file that changed on the disk is refused, removed, and downloaded again', async () => {
  const store = open()
  await store.fetch('small')
  await writeFile(at('onnx/model.onnx'), someBytes(300_000))
  expect((await store.folder('small')).obstacle).toBe(
    'The file onnx/model.onnx of the model Small is not the one that is pinned: it was refused.',
  )
  expect(await filesThere()).toEqual(['tokens.txt'])
  await store.fetch('small')
  expect(await readFile(at('onnx/model.onnx'))).toEqual(WEIGHTS)
})

test("bytes that do not match the catalogue's hash are refused and removed", async () => {
  const files = [file('tokens.txt', sha256(TOKENS)), file('onnx/model.onnx', sha256(WEIGHTS), WEIGHTS.length)]
  hub.answers('onnx/model.onnx', { spoilt: true })
  await expect(open({ catalogue: { small: smallModel(files) } }).fetch('small')).rejects.toMatchObject({
    failure: 'refused',
    message:
      'The file onnx/model.onnx of the model Small that came from the hub is not the one that is pinned: it was refused and removed.',
  })
  expect(await filesThere()).toEqual(['tokens.txt'])
})

test('an interrupted connection continues where it stopped', async () => {
  hub.answers('onnx/model.onnx', cut(100_000), cut(150_000, 50_000), cut(200_000, 50_000))
  await open().fetch('small')
  const ranges = hub.seen.filter((seen) => seen.path === 'onnx/model.onnx').map(({ range }) => range)
  expect(ranges).toEqual([null, 'bytes=100000-', 'bytes=150000-', 'bytes=200000-'])
  expect(await readFile(at('onnx/model.onnx'))).toEqual(WEIGHTS)
  expect(await filesThere()).toEqual(['model.onnx', 'tokens.txt'])
})

test('a hub that fails halfway leaves a part that is never mistaken for the file, and the next start continues it', async () => {
  hub.answers('onnx/model.onnx', cut(100_000), ...GONE)
  await expect(open().fetch('small')).rejects.toMatchObject({
    failure: 'unreachable',
    message: `The model hub ${hub.url} cannot be reached.`,
  })
  expect(await filesThere()).toEqual(['model.onnx.part', 'model.onnx.part.json', 'tokens.txt'])
  expect((await open().folder('small')).folder).toBeNull()
  await open().fetch('small')
  expect(hub.seen.at(-1)?.range).toBe('bytes=100000-')
  expect(await readFile(at('onnx/model.onnx'))).toEqual(WEIGHTS)
})

test('a damaged part on the disk is detected by the hash, and the file is downloaded again in one piece', async () => {
  hub.answers('onnx/model.onnx', cut(100_000), ...GONE)
  await expect(open().fetch('small')).rejects.toThrow()
  await writeFile(at('onnx/model.onnx.part'), Buffer.alloc(100_000))
  await open().fetch('small')
  expect(hub.seen.slice(-2).map(({ range }) => range)).toEqual(['bytes=100000-', null])
  expect(await readFile(at('onnx/model.onnx'))).toEqual(WEIGHTS)
})

test('the rest of a replaced file is never appended to the old part', async () => {
  const files = { 'tokens.txt': TOKENS, 'onnx/model.onnx': WEIGHTS }
  hub.answers('onnx/model.onnx', cut(100_000), ...GONE)
  await expect(open().fetch('small')).rejects.toThrow()
  files['onnx/model.onnx'] = someBytes(200_000)
  hub.files['onnx/model.onnx'] = files['onnx/model.onnx']
  await open().fetch('small')
  expect(await readFile(at('onnx/model.onnx'))).toEqual(files['onnx/model.onnx'])
})

test('without an ETag the hub’s hash identifies the rest, and another hash another file', async () => {
  await hub.close()
  hub = await startHub({ 'tokens.txt': TOKENS, 'onnx/model.onnx': WEIGHTS }, 'made/small', 0, { etags: false })
  hub.answers('onnx/model.onnx', cut(100_000), ...GONE)
  await expect(open().fetch('small')).rejects.toThrow()
  await open().fetch('small')
  expect(hub.seen.at(-1)?.range).toBe('bytes=100000-')
  expect(await readFile(at('onnx/model.onnx'))).toEqual(WEIGHTS)
  await rm(own(), { recursive: true })
  const other = someBytes(200_000)
  const replace = async () => {
    await cut(100_000).arrived()
    hub.files['onnx/model.onnx'] = other
  }
  hub.answers('onnx/model.onnx', { cut_after: 100_000, arrived: replace })
  await expect(open().fetch('small')).rejects.toMatchObject({ failure: 'refused' })
  await open().fetch('small')
  expect(await readFile(at('onnx/model.onnx'))).toEqual(other)
})

test('a storage server that refuses once is asked again through the hub', async () => {
  hub.answers('onnx/model.onnx', { status: 403 }, { status: 404 })
  await open().fetch('small')
  expect(await readFile(at('onnx/model.onnx'))).toEqual(WEIGHTS)
  await rm(own(), { recursive: true })
  hub.answers('tokens.txt', ...Array.from({ length: 3 }, () => ({ status: 403 })))
  const { host } = new URL(hub.url)
  await expect(open().fetch('small')).rejects.toMatchObject({
    failure: 'withheld',
    message: expect.stringMatching(
      new RegExp(
        `^The server http://127.0.0.1:\\d+, which keeps the files of the model hub http://${host}, does not hand`,
      ),
    ),
  })
})

test('of several sources the first with the right bytes is used, and the others are not needed', async () => {
  const source = (repo: string) => ({ repo, revision: 'main', path: 'onnx/model.onnx' })
  const weights = {
    ...file('onnx/model.onnx', sha256(WEIGHTS), WEIGHTS.length),
    other_sources: [source('made/small'), source('made/never')],
  }
  const small = { ...smallModel([weights], COMMIT), repo: 'made/empty' }
  await open({ catalogue: { small } }).fetch('small')
  expect(await readFile(at('onnx/model.onnx'))).toEqual(WEIGHTS)
  expect(hub.asked).toEqual([
    'HEAD made/empty/onnx/model.onnx',
    'HEAD made/small/onnx/model.onnx',
    'GET made/small/onnx/model.onnx',
  ])
  await rm(own(), { recursive: true })
  hub.files['onnx/model.onnx'] = someBytes(300_000)
  await expect(open({ catalogue: { small } }).fetch('small')).rejects.toMatchObject({
    failure: 'absent',
    message: `The model hub ${hub.url} has no file onnx/model.onnx of the model Small.`,
  })
})

test('files with known hashes stay, even if a newer product downloads them from elsewhere', async () => {
  const known = [file('tokens.txt', sha256(TOKENS)), file('onnx/model.onnx', sha256(WEIGHTS))]
  await open({ catalogue: { small: smallModel(known) } }).fetch('small')
  const elsewhere = { ...smallModel(known, COMMIT), repo: 'made/elsewhere' }
  expect(await open({ catalogue: { small: elsewhere } }, null).fetch('small')).toBe(at())
})

test('a hub that announces an exhausted limit gets no request until it ends', async () => {
  hub.hubAnswers('tokens.txt', { status: 429, headers: { ratelimit: '"resolvers";r=0;t=1' } })
  const began = Date.now()
  await open({ patience: { ...patience, longest_asked: 5_000 } }).fetch('small')
  expect(Date.now() - began).toBeGreaterThanOrEqual(950)
})

test('a silent hub is asked again, a slow one is waited for', async () => {
  hub.answers('onnx/model.onnx', { cut_after: 32_768, silent: true }, { slow: 30 })
  await open().fetch('small')
  expect(hub.seen.at(-1)?.range).toBe('bytes=32768-')
  expect(await readFile(at('onnx/model.onnx'))).toEqual(WEIGHTS)
})

test('a file that the hub lacks is reported in one clear sentence, before any download', async () => {
  delete hub.files['onnx/model.onnx']
  await expect(open().fetch('small')).rejects.toMatchObject({
    failure: 'absent',
    message: `The model hub ${hub.url} has no file onnx/model.onnx of the model Small.`,
  })
  expect(hub.seen).toEqual([])
})

test('a hub without a server is unreachable', async () => {
  const { url } = hub
  await hub.close()
  await expect(open({}, url).fetch('small')).rejects.toMatchObject({
    failure: 'unreachable',
    message: `The model hub ${url} cannot be reached.`,
  })
  hub = await startHub({})
})

test('a full disk is reported before the first byte, with the needed and the free room', async () => {
  const freeBytes = async () => 1024 ** 3 + 200_000
  await expect(open({ freeBytes }).fetch('small')).rejects.toMatchObject({
    failure: 'disk_full',
    message:
      'There is no room on the disk for the model Small: it needs 293 KB besides the 1.0 GB that are kept free, and there are 1.0 GB.',
  })
  expect(hub.seen).toEqual([])
})

test('with downloads switched off the sentence says so', async () => {
  await expect(open({}, null).fetch('small')).rejects.toMatchObject({
    failure: 'off',
    message: 'The model Small is not on this machine, and downloading is switched off.',
  })
})

test('two simultaneous downloads take turns, and every byte is sent once', async () => {
  const [first, second] = await Promise.all([open().fetch('small'), open().fetch('small')])
  expect([first, second]).toEqual([at(), at()])
  expect(hub.seen.map((seen) => seen.path)).toEqual(['tokens.txt', 'onnx/model.onnx'])
})

test('a provided folder comes first, is pinned at first use and never changed', async () => {
  await provide('tokens.txt', TOKENS)
  await provide('onnx/model.onnx', WEIGHTS)
  const provided = path.join(folder, 'provided')
  const store = open({}, hub.url, provided)
  expect(await store.folder('small')).toEqual({ folder: path.join(provided, 'small'), obstacle: null, fingerprint })
  expect(await store.fetch('small')).toBe(path.join(provided, 'small'))
  expect(hub.seen).toEqual([])
  await provide('onnx/model.onnx', someBytes(10))
  expect((await store.folder('small')).obstacle).toBe(
    'The file onnx/model.onnx of the model Small is not the one that is pinned: it was refused.',
  )
  expect((await stat(path.join(provided, 'small', 'onnx/model.onnx'))).size).toBe(10)
  expect(await readdir(provided)).toEqual(['small'])
})

test('a provided folder that lacks a file is skipped, and its own pins count', async () => {
  await provide('tokens.txt', TOKENS)
  const provided = path.join(folder, 'provided')
  expect(await open({}, hub.url, provided).fetch('small')).toBe(at())
  await provide('onnx/model.onnx', WEIGHTS)
  await writeFile(
    path.join(provided, 'small.lock.json'),
    JSON.stringify({ repo: 'made/small', revision: COMMIT, files: { 'tokens.txt': sha256(WEIGHTS) } }),
  )
  await rm(own(), { recursive: true })
  expect((await open({}, null, provided).folder('small')).obstacle).toMatch(/^The file tokens\.txt /)
})

test('a product with a newer revision does not use the files of the old one', async () => {
  await open().fetch('small')
  const newer = { catalogue: { small: smallModel(undefined, 'main') } }
  expect((await open(newer).folder('small')).folder).toBeNull()
  hub.files['onnx/model.onnx'] = someBytes(1_000)
  await open(newer).fetch('small')
  expect((await stat(at('onnx/model.onnx'))).size).toBe(1_000)
})

test('unchanged files are not read again, unless a thorough check asks for it', async () => {
  const store = open()
  await store.fetch('small')
  const time = new Date('2026-03-14T09:26:53Z')
  await utimes(at('tokens.txt'), time, time)
  await store.folder('small')
  await writeFile(at('tokens.txt'), Buffer.from(TOKENS).fill('x', 0, 1), { flag: 'r+' })
  await utimes(at('tokens.txt'), time, time)
  expect((await store.folder('small')).obstacle).toBeNull()
  expect((await store.verify('small')).obstacle).toMatch(/^The file tokens\.txt /)
})

test('a name outside the catalogue is never found and never downloaded, whatever it is', async () => {
  for (const name of ['large', '../small', 'constructor']) {
    expect(await open().folder(name)).toEqual({
      folder: null,
      obstacle: `There is no model named ${name}.`,
      refused: false,
    })
    for (const refused of [open().fetch(name), open().verify(name)])
      await expect(refused).rejects.toMatchObject({ failure: 'unknown' })
  }
})
