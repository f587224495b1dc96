import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mp4Of } from '../../../../../test/drawn-containers.ts'
import { json } from '../../../../../test/json.ts'
import { endSession, keepTokens, startSession } from '../../../../lib/session.ts'
import { type InterruptedUpload, publish, type UploadStatus, useUploads } from '../upload-list.ts'
import { endsOf, fingerprintOf } from './fingerprint.ts'
import {
  addUploads,
  cancelUpload,
  clearFinished,
  keepAll,
  keepBoth,
  pauseAll,
  pauseUpload,
  resumeAll,
  resumeUpload,
  skipAll,
} from './queue.ts'
import { discard, type Shipment, transfer, UploadError } from './transfer.ts'

vi.mock('./transfer.ts', { spy: true })

const signIn = (id: string) =>
  startSession({
    access: `token of ${id}`,
    refresh: 'r',
    user: { id, first_name: id, last_name: '', email: `${id}@example.com`, company_id: 'c' },
  })
const plain = { collection_id: 'c', version_of: null, relative_path: null }
const names = ['one.mp4', 'two.mp4', 'three.mp4']
const add = (more: object = {}) =>
  act(() => addUploads(names.map((name) => ({ ...plain, file: new File([name], name), ...more }))))

interface FindAnswer {
  readonly video: { readonly id: string; readonly file_name: string; readonly same_place: boolean } | null
  readonly compares: boolean
}

/** What the collection has of each file that is asked for. @returns the questions */
function collectionHas(answer: (asked: URLSearchParams) => FindAnswer | Error): URLSearchParams[] {
  const questions: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const asked = new URL(address, 'http://localhost').searchParams
    questions.push(asked)
    const found = answer(asked)
    if (found instanceof Error) throw found
    return json(found)
  })
  return questions
}
const NOTHING: FindAnswer = { video: null, compares: false }
const aVideo = (same_place = false): FindAnswer => ({
  video: { id: 'v', file_name: 'Taps, locked off.mp4', same_place },
  compares: false,
})

/** Each shipment waits for the test, or for its own end. */
function server() {
  const sent: (Shipment & { arrive: () => void; fail: (error: Error) => void })[] = []
  vi.mocked(transfer).mockImplementation((shipment, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => reject(signal.reason))
    sent.push({ ...shipment, arrive: () => resolve('v'), fail: reject })
    return promise
  })
  vi.mocked(discard).mockResolvedValue(undefined)
  const { result } = renderHook(useUploads)
  const states = () => result.current.slots.map(({ name, status }) => [name, status])
  return {
    sent,
    states,
    slots: () => result.current.slots,
    begun: (count: number) => expect.poll(() => act(async () => sent.length)).toBe(count),
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.mocked(transfer).mockReset()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  signIn('nobody')
  signIn('ada')
  publish({ slots: [], interrupted: [] })
  collectionHas(() => NOTHING)
})
afterEach(() => vi.unstubAllGlobals())

test('two files are sent at a time, and the next when one has arrived', async () => {
  const { sent, states, begun } = server()
  add()
  await begun(2)
  expect(states().map(([, status]) => status)).toEqual(['uploading', 'uploading', 'waiting'] satisfies UploadStatus[])
  sent[0]?.arrive()
  await begun(3)
  expect(states()[0]).toEqual(['one.mp4', 'completed'])
})

test('a paused file makes room for the next, and goes on where it stopped', async () => {
  const { sent, states, slots, begun } = server()
  add()
  await begun(2)
  act(() => sent[0]?.onBegun('f1'))
  act(() => pauseUpload(slots()[0]!.id))
  await begun(3)
  expect(states().map(([, status]) => status)).toEqual(['paused', 'uploading', 'uploading'])
  act(() => resumeUpload(slots()[0]!.id))
  expect(states()[0]?.[1]).toBe('waiting')
  sent[1]?.arrive()
  await begun(4)
  expect(sent[3]).toMatchObject({ file_id: 'f1' })
})

test('all files pause and go on together', async () => {
  const { states, begun } = server()
  add()
  await begun(2)
  act(() => pauseAll())
  expect(states().map(([, status]) => status)).toEqual(['paused', 'paused', 'paused'])
  act(() => resumeAll())
  await begun(4)
})

test('a cancelled file leaves the list, and what has arrived is deleted', async () => {
  const { sent, states, slots, begun } = server()
  add()
  await begun(2)
  act(() => sent[0]?.onBegun('f1'))
  act(() => cancelUpload(slots()[0]!.id))
  await begun(3)
  expect(states().map(([name]) => name)).toEqual(['two.mp4', 'three.mp4'])
  expect(discard).toHaveBeenCalledWith('f1')
})

test('uploads end with the session, and go on when their user signs in again', async () => {
  const { sent, states, begun } = server()
  add()
  await begun(2)
  act(() => sent[0]?.onBegun('f1'))
  act(() => endSession())
  expect(states()).toEqual([])
  act(() => signIn('ada'))
  await begun(4)
  expect(states().map(([name]) => name)).toEqual(names)
  expect(sent[2]).toMatchObject({ file_id: 'f1' })
})

test('the next user sees nothing of the uploads of the last one', async () => {
  const { sent, states, begun } = server()
  add()
  await begun(2)
  act(() => endSession())
  act(() => signIn('ben'))
  act(() => signIn('ada'))
  await act(async () => undefined)
  expect([states(), sent.length]).toEqual([[], 2])
})

test('uploads continue when the tokens are renewed', async () => {
  const { states, begun } = server()
  add()
  await begun(2)
  act(() => keepTokens({ access: 'new', refresh: 's' }))
  expect(states().map(([name]) => name)).toEqual(names)
})

test('a failed file says why, stays after the others, and is sent again on demand', async () => {
  const { sent, states, slots, begun } = server()
  add()
  await begun(2)
  sent[0]?.fail(new UploadError('No room.'))
  sent[1]?.arrive()
  await begun(3)
  sent[2]?.arrive()
  await expect.poll(() => act(async () => states())).toEqual([['one.mp4', 'error']])
  expect(slots()[0]?.detail).toBe('No room.')
  act(() => resumeUpload(slots()[0]!.id))
  await begun(4)
  sent[3]?.arrive()
  await expect.poll(() => act(async () => states())).toEqual([])
})

test('a file of a folder that the collection has is skipped', async () => {
  const { sent, states } = server()
  const asked = collectionHas(() => aVideo(true))
  add({ relative_path: 'Day 2/one.mp4' })
  await expect.poll(() => act(async () => states().map(([, status]) => status))).toEqual(Array(3).fill('skipped'))
  expect([sent.length, asked.map((one) => one.get('relative_path'))]).toEqual([0, Array(3).fill('Day 2/one.mp4')])
  act(() => clearFinished())
  expect(states()).toEqual([])
})

test('a file whose content a video has waits for a decision, and is uploaded or left out by it', async () => {
  const { sent, states, slots, begun } = server()
  collectionHas(() => aVideo())
  add()
  await expect.poll(() => act(async () => states().map(([, status]) => status))).toEqual(Array(3).fill('duplicate'))
  expect(slots()[0]?.same_as).toEqual({ file_name: 'Taps, locked off.mp4', slot: null })
  expect(sent).toHaveLength(0)
  act(() => keepBoth(slots()[0]!.id))
  await begun(1)
  expect(sent[0]?.metadata.filename).toBe('one.mp4')
  act(() => cancelUpload(slots()[1]!.id))
  act(() => keepAll())
  await begun(2)
  expect(states()).toEqual([
    ['one.mp4', 'uploading'],
    ['three.mp4', 'uploading'],
  ])
})

test('all duplicates are left out together', async () => {
  const { sent, states } = server()
  collectionHas(() => aVideo())
  add()
  await expect.poll(() => act(async () => states().map(([, status]) => status))).toEqual(Array(3).fill('duplicate'))
  act(() => skipAll())
  expect([states(), sent]).toEqual([[], []])
})

test('the whole file is hashed only when a video has its size', async () => {
  const { states } = server()
  const asked = collectionHas((one) => (one.has('sha256') ? aVideo() : { video: null, compares: true }))
  act(() => addUploads([{ ...plain, file: new File(['film'], 'one.mp4') }]))
  await expect.poll(() => act(async () => states())).toEqual([['one.mp4', 'duplicate']])
  // As sha256sum says of `film`.
  const hash = 'd0607f7ad2628b2af9158dfba06ce87166e66b15bf68f8f358f9aa27ccb7c321'
  expect(asked.map((one) => one.get('sha256'))).toEqual([null, hash])
})

test('the same file twice in the list is named, and is none any more when the first is cancelled', async () => {
  const { sent, states, slots, begun } = server()
  const film = (name: string, content = 'film') => ({ ...plain, file: new File([content], name) })
  act(() => addUploads([film('one.mp4'), film('copy.mp4'), film('other.mp4', 'FILM')]))
  await begun(2)
  expect(states()).toEqual([
    ['one.mp4', 'uploading'],
    ['copy.mp4', 'duplicate'],
    ['other.mp4', 'uploading'],
  ])
  expect(slots()[1]?.same_as).toEqual({ file_name: 'one.mp4', slot: slots()[0]?.id })
  act(() => cancelUpload(slots()[0]!.id))
  await begun(3)
  expect(sent[2]?.metadata.filename).toBe('copy.mp4')
})

test('a question about a file waits for the network, too', async () => {
  const { states, begun } = server()
  let down = true
  collectionHas(() => (down ? new TypeError('Failed to fetch') : NOTHING))
  act(() => addUploads([{ ...plain, file: new File(['film'], 'one.mp4') }]))
  await expect.poll(() => act(async () => states())).toEqual([['one.mp4', 'offline']])
  down = false
  window.dispatchEvent(new Event('online'))
  await begun(1)
  expect(states()).toEqual([['one.mp4', 'uploading']])
})

const interruptedOf = async (file: File): Promise<InterruptedUpload> => ({
  ...plain,
  file_id: 'f9',
  file_name: file.name,
  file_size: file.size,
  received: 2,
  fingerprint: null,
  ends: await endsOf(file),
  expires_at: new Date(),
  kept_key: null,
  handle: null,
})

test.each([
  ['time of change', 'continues it', new File(['film'], 'one.mp4', { lastModified: 2 }), 'f9'],
  ['name', 'is a new upload', new File(['film'], 'two.mp4', { lastModified: 1 }), null],
  ['content', 'is a new upload', new File(['fiLM'], 'one.mp4', { lastModified: 1 }), null],
  ['size', 'is a new upload', new File(['film!'], 'one.mp4', { lastModified: 1 }), null],
])('a file with another %s than that of an interrupted upload %s', async (_what, _how, file, continued) => {
  const { sent, begun } = server()
  const interrupted = await interruptedOf(new File(['film'], 'one.mp4', { lastModified: 1 }))
  act(() => publish({ interrupted: [interrupted] }))
  act(() => addUploads([{ ...plain, file }]))
  await begun(1)
  expect(sent[0]?.file_id).toBe(continued)
})

test('a file that could not be read any more goes on where it stopped when it is chosen again', async () => {
  const { sent, states, slots, begun } = server()
  const film = (lastModified: number) => ({ ...plain, file: new File(['film'], 'one.mp4', { lastModified }) })
  act(() => addUploads([film(1)]))
  await begun(1)
  act(() => sent[0]?.onBegun('f1'))
  act(() => sent[0]?.onProgress(2))
  sent[0]?.fail(new UploadError('The file was changed or moved. Choose it again.'))
  await expect.poll(() => act(async () => states())).toEqual([['one.mp4', 'error']])
  act(() => addUploads([film(2)]))
  await begun(2)
  expect([sent[1]?.file_id, sent[1]?.metadata.ends, states()]).toEqual([
    'f1',
    sent[0]?.metadata.ends,
    [['one.mp4', 'uploading']],
  ])
  sent[1]?.arrive()
  await expect.poll(() => act(async () => states())).toEqual([['one.mp4', 'completed']])
  expect(slots()).toHaveLength(1)
})

test('the file of an interrupted upload that is chosen as any other continues it', async () => {
  const { sent, begun } = server()
  const file = new File(['film'], 'one.mp4', { lastModified: 1 })
  const left = await interruptedOf(file)
  act(() => publish({ interrupted: [left] }))
  act(() =>
    addUploads([
      { ...plain, file: new File(['FILM'], 'one.mp4', { lastModified: 1 }) },
      { ...plain, file },
    ]),
  )
  await begun(2)
  expect(new Set(sent.map(({ file_id }) => file_id))).toEqual(new Set([null, 'f9']))
})

test('an upload that an earlier version of this page began goes on with its file, as that version knew it', async () => {
  const { sent, begun } = server()
  const file = new File(['film'], 'one.mp4', { lastModified: 1 })
  const left = { ...(await interruptedOf(file)), ends: null, fingerprint: await fingerprintOf(file) }
  act(() => publish({ interrupted: [left] }))
  act(() => addUploads([{ ...plain, file: new File(['film'], 'one.mp4', { lastModified: 2 }) }]))
  await begun(1)
  act(() => addUploads([{ ...plain, file, version_of: null }]))
  await begun(2)
  expect(sent.map(({ file_id }) => file_id)).toEqual([null, 'f9'])
})

test('a file without a picture is left out before a byte is sent, and says why', async () => {
  const { sent, slots } = server()
  act(() => addUploads([{ ...plain, file: new File([mp4Of('soun')], 'talk.mp4', { type: 'video/mp4' }) }]))
  await expect
    .poll(() => act(async () => slots().map(({ status, note }) => [status, note])))
    .toEqual([['skipped', 'It has only sound, and Footnote needs a picture.']])
  expect(sent).toEqual([])
})

test('the screen stays awake while files are sent, and no longer', async () => {
  const release = vi.fn(async () => undefined)
  const request = vi.fn(async () => ({ released: false, release }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  const { sent, begun } = server()
  act(() => addUploads([{ ...plain, file: new File(['film'], 'one.mp4') }]))
  await begun(1)
  expect([request.mock.calls, release.mock.calls.length]).toEqual([[['screen']], 0])
  sent[0]?.arrive()
  await expect.poll(() => act(async () => release.mock.calls.length)).toBe(1)
  Reflect.deleteProperty(navigator, 'wakeLock')
})
