import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openModelStore } from '../models.ts'
import { type Hub, someBytes, startHub } from '../testing/hub.ts'
import { smallModel } from '../testing/small-model.ts'
import { type BackgroundDownloads, fetchInBackground, type LocalModel } from './background.ts'
import { type Catalogue, file } from './catalogue/model.ts'

const patience = { silence: 2_000, pause: 5, longest_pause: 5, longest_asked: 200, attempts: 2 }
const tokens = smallModel([file('tokens.txt')])
const weights = { ...smallModel([file('onnx/model.onnx')]), title: 'Weights' }

const CATALOGUE = { tokens, weights, other: { ...tokens, fetched_by_default: false } }

let hub: Hub
let folder: string
let fetching: BackgroundDownloads
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-models-'))
  hub = await startHub({ 'tokens.txt': Buffer.from('hello 0\n'), 'onnx/model.onnx': someBytes(400_000) })
})
afterEach(async () => {
  await fetching.stop()
  await hub.close()
  await rm(folder, { recursive: true })
})

/** Starts downloading two models. @returns all reported states, and the lines of the log */
function start(
  hub_url: string | null,
  retry = { first: 20, longest: 50 },
  asked_for: readonly string[] = [],
  waits = false,
  catalogue: Catalogue = CATALOGUE,
) {
  const reports: (readonly LocalModel[])[] = []
  const lines: string[] = []
  const write = (_details: object, message: string) => void lines.push(message)
  fetching = fetchInBackground({
    store: openModelStore({ provided_folder: null, folder, hub_url }, { catalogue, patience }),
    log: { info: write, warn: write },
    report: async (states) => void reports.push(states),
    asked_for,
    waits,
    retry,
  })
  const latest = () => reports.at(-1)?.map(({ name, state }) => `${name} ${state}`)
  return { reports, lines, until: (...states: string[]) => vi.waitFor(() => expect(latest()).toEqual(states), 60_000) }
}

test('the default models arrive one after the other, with reported states and a short log', async () => {
  hub.answers('onnx/model.onnx', { slow: 10 })
  const { reports, lines, until } = start(hub.url)
  await until('tokens ready', 'weights ready')
  const states = reports.flat().filter(({ name }) => name === 'weights')
  expect([...new Set(states.map(({ state }) => state))]).toEqual(['missing', 'downloading', 'ready'])
  const detail = 'No hash is known of onnx/model.onnx: what was fetched first is pinned.'
  expect(states.at(-1)).toEqual({ name: 'weights', title: 'Weights', state: 'ready', share: 1, bytes: 0, detail })
  expect(states.some(({ share }) => share > 0.2 && share < 0.8)).toBe(true)
  expect(lines.length).toBeLessThan(30)
  expect(lines.at(-1)).toBe('model downloaded')
})

test('requested models are downloaded like default ones', async () => {
  const { until } = start(hub.url, undefined, ['other', 'weights'])
  await until('tokens ready', 'weights ready', 'other ready')
})

test('default models wait for permission, requested ones do not, and the total size is known before', async () => {
  const known = {
    tokens: smallModel([file('tokens.txt', null, 8)]),
    weights: { ...smallModel([file('onnx/model.onnx', null, 400_000)]), title: 'Weights' },
    other: smallModel([file('tokens.txt', null, 8)]),
  }
  const { until } = start(hub.url, undefined, ['tokens'], true, known)
  expect(await fetching.unasked()).toBe(400_008)
  await until('tokens ready', 'other unasked', 'weights unasked')
  expect(hub.seen.map((seen) => seen.path)).toEqual(['tokens.txt'])
  fetching.start()
  await until('tokens ready', 'other ready', 'weights ready')
})

test('the smallest come first, without those that a better model on this machine replaces', async () => {
  const large = smallModel([file('onnx/model.onnx', null, 400_000)])
  const known = {
    large,
    small: smallModel([file('tokens.txt', null, 8)]),
    better: { ...large, fetched_by_default: false },
  }
  const { until } = start(hub.url, undefined, [], false, { ...known, large: { ...large, unless: 'better' } })
  await until('small ready', 'large ready')
  expect(hub.seen.map((seen) => seen.path)).toEqual(['tokens.txt', 'onnx/model.onnx'])
  await fetching.stop()
  const again = start(hub.url, undefined, [], false, { ...known, large: { ...large, unless: 'small' } })
  await again.until('small ready')
})

test('without a hub the log says so once, every model gives the reason, and all arrive when the hub is back', async () => {
  const { url } = hub
  await hub.close()
  const { reports, lines, until } = start(url)
  await until('tokens failed', 'weights failed')
  const detail = `The model hub ${url} cannot be reached.`
  expect(reports.at(-1)?.map((state) => state.detail)).toEqual([detail, detail])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(lines).toEqual(['model not downloaded; engines that need none go on'])
  hub = await startHub(hub.files, 'made/small', Number(new URL(url).port))
  await until('tokens ready', 'weights ready')
})

test('a model that the hub lacks fails, and the next one still arrives', async () => {
  const { 'tokens.txt': bytes } = hub.files
  delete hub.files['tokens.txt']
  const { reports, until } = start(hub.url)
  await until('tokens failed', 'weights ready')
  expect(reports.at(-1)?.[0]?.detail).toBe(`The model hub ${hub.url} has no file tokens.txt of the model Small.`)
  hub.files['tokens.txt'] = bytes as Uint8Array
  await until('tokens ready', 'weights ready')
})

test.each([401, 403])(
  'a file that a hub answers with %i is requested again after the longest pause',
  async (status) => {
    hub.hubAnswers('tokens.txt', { status })
    const { reports, until } = start(hub.url)
    await until('tokens ready', 'weights ready')
    const failed = reports.flat().find(({ state }) => state === 'failed')
    expect(failed?.detail).toContain(
      status === 401 ? 'or wants somebody to sign in for it' : 'does not hand out the file',
    )
  },
)

test('a hub that reports the end of a file before its first byte is asked again later', async () => {
  hub.answers('tokens.txt', ...Array.from({ length: patience.attempts }, () => ({ at_its_end: true })))
  const { reports, until } = start(hub.url)
  await until('tokens ready', 'weights ready')
  expect(reports.map(([first]) => first?.state)).toContain('failed')
})

test('with downloads switched off models are missing, which is no failure', async () => {
  const { lines, until } = start(null)
  await until('tokens missing', 'weights missing')
  await expect.poll(() => lines).toEqual(['models are not downloaded; engines that need none go on'])
})

test('stopping during a download is immediate, and the next start continues it', async () => {
  hub.answers('onnx/model.onnx', { slow: 50 })
  const { reports } = start(hub.url)
  await vi.waitFor(() => expect(reports.at(-1)?.[1]?.share).toBeGreaterThan(0.1), 60_000)
  await fetching.stop()
  hub.answers('onnx/model.onnx')
  const again = start(hub.url)
  await again.until('tokens ready', 'weights ready')
  expect(hub.seen.at(-1)?.range).toMatch(/^bytes=\d+-$/)
})
