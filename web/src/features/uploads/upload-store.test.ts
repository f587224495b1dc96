import { videos } from '@footnote/contract/nouns/videos.ts'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aVideo } from '../../../test/a-video.ts'
import { json } from '../../../test/json.ts'
import { endSession, keepTokens, startSession } from '../../lib/session.ts'
import { sendFile, UploadError } from './send-file.ts'
import { addUploads, retryUpload, useUploads } from './upload-store.ts'

vi.mock('./send-file.ts', { spy: true })

const signIn = (id: string) =>
  startSession({
    access: `token of ${id}`,
    refresh: 'r',
    user: { id, first_name: id, last_name: '', email: `${id}@example.com`, company_id: 'c' },
  })
const names = ['one.mp4', 'two.mp4', 'three.mp4']
const files = names.map((name) => new File(['film'], name, { type: 'video/mp4' }))

/** A server that opens upload sessions, and a store that completes each file on demand. */
function server() {
  const asked: string[] = []
  const { promise: sent, resolve: take } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit = {}) => {
    signal?.throwIfAborted()
    asked.push(path)
    if (path === videos.addRecords.path) return json({ video: aVideo('v', 'c') })
    return json({ url: { url: '/store', fields: {} }, file_id: 'f', download_url: '/store/f' })
  })
  vi.mocked(sendFile).mockImplementation(() => sent)
  return { asked, take }
}
const settle = () => act(async () => undefined)

beforeEach(() => {
  localStorage.clear()
  signIn('ada')
})

test.each([
  ['the session ends', () => endSession()],
  ['somebody else signs in', () => signIn('ben')],
])('the uploads of one person are gone for the next when %s', async (_when, change) => {
  const { asked, take } = server()
  const { result } = renderHook(useUploads)
  act(() =>
    addUploads(
      'c',
      files.map((file) => ({ file, version_of: null })),
    ),
  )
  await settle()
  expect(result.current.map(({ file }) => file.name)).toEqual(names)
  act(change)
  expect(result.current).toEqual([])
  await act(async () => take())
  await settle()
  expect(asked).toEqual([videos.upload.path, videos.upload.path])
})

test('uploads continue when the tokens are renewed', async () => {
  const { take } = server()
  const { result } = renderHook(useUploads)
  act(() =>
    addUploads(
      'c',
      files.map((file) => ({ file, version_of: null })),
    ),
  )
  await settle()
  act(() => keepTokens({ access: 'new', refresh: 's' }))
  expect(result.current.map(({ file }) => file.name)).toEqual(names)
  act(() => endSession())
  await act(async () => take())
})

test('a failed file stays in the list after the others, and is sent again on demand', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { take } = server()
  take()
  const cut = vi.mocked(sendFile).getMockImplementation()!
  vi.mocked(sendFile).mockImplementation((place, file, ...rest) =>
    file.name === 'two.mp4' ? Promise.reject(new UploadError('')) : cut(place, file, ...rest),
  )
  const { result } = renderHook(useUploads)
  act(() =>
    addUploads(
      'c',
      files.map((file) => ({ file, version_of: null })),
    ),
  )
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current.map(({ file, status }) => [file.name, status])).toEqual([['two.mp4', 'error']])
  vi.mocked(sendFile).mockImplementation(cut)
  act(() => retryUpload(result.current[0]!.id))
  expect(result.current.map(({ status }) => status)).toEqual(['uploading'])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current.map(({ status }) => status)).toEqual(['completed'])
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current).toEqual([])
  vi.useRealTimers()
})
