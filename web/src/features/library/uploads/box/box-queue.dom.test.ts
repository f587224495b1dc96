import { expect, test, vi } from 'vitest'
import { BoxQueue } from './box-queue.ts'

const aFile = (name: string, size: number, type = 'video/mp4') => new File([new Uint8Array(size)], name, { type })
const statuses = (queue: BoxQueue) => queue.read().map(({ name, status, why }) => `${name}: ${why || status}`)
const KNOWN = { file_id: 'a', file_name: 'A001.mp4', file_size: 5, received: 2, ends: null, moved_at: null }

test('what is no video is left out, and system files are not listed', async () => {
  const queue = new BoxQueue('token', [], () => undefined)
  queue.close()
  await queue.add([aFile('call-sheet.pdf', 3, 'application/pdf'), aFile('empty.mp4', 0), aFile('.DS_Store', 3)])
  expect(statuses(queue)).toEqual(['call-sheet.pdf: Not a video, left out', 'empty.mp4: It is empty, left out'])
})

test('what has arrived is not sent again, and what another tab stopped is no longer listed', async () => {
  const queue = new BoxQueue('token', [{ ...KNOWN, arrived_at: '2026-12-01T10:00:00.000Z' }], () => undefined)
  await queue.add([aFile('A001.mp4', 5)])
  expect(statuses(queue)).toEqual(['A001.mp4: arrived'])
  queue.learn([{ ...KNOWN, file_id: 'b', file_name: 'B001.mp4', arrived_at: null }])
  expect(statuses(queue)).toEqual(['B001.mp4: needs_file'])
  queue.learn([])
  expect(statuses(queue)).toEqual([])
})

test('a file whose upload the server has begun is listed once, before the page knows the upload', async () => {
  const queue = new BoxQueue('token', [], () => undefined)
  await queue.add([aFile('A001.mp4', 5)])
  queue.learn([{ ...KNOWN, arrived_at: null }])
  expect(statuses(queue)).toEqual(['A001.mp4: sending'])
  queue.close()
})

test('a file that was paused before the page knew its upload goes on with it', async () => {
  const queue = new BoxQueue('token', [], () => undefined)
  await queue.add([aFile('A001.mp4', 5), aFile('B001.mp4', 5)])
  queue.pauseAll()
  await vi.waitFor(() => {
    queue.learn([{ ...KNOWN, ends: 'f00d', arrived_at: null }])
    expect(queue.read()[0]).toMatchObject({ file_id: 'a', sent: 2, ends: 'f00d' })
  })
  expect(statuses(queue)).toEqual(['A001.mp4: paused', 'B001.mp4: paused'])
  // Another device has sent the other one meanwhile.
  const sent = { ...KNOWN, file_id: 'b', file_name: 'B001.mp4', received: 5, arrived_at: '2026-12-01T10:00:00.000Z' }
  queue.learn([{ ...KNOWN, arrived_at: null }, sent])
  expect(statuses(queue)).toEqual(['A001.mp4: paused', 'B001.mp4: arrived'])
  queue.close()
})

test('a file that is taken back leaves the list only when the server agrees', async () => {
  const queue = new BoxQueue('token', [{ ...KNOWN, arrived_at: '2026-12-01T10:00:00.000Z' }], () => undefined)
  const answers = [new Response(null, { status: 500 }), new Response(null, { status: 204 })]
  vi.stubGlobal('fetch', async () => answers.shift())
  const [file] = queue.read()
  await expect(queue.remove(file!.id)).rejects.toThrow()
  expect(queue.read()).toHaveLength(1)
  await queue.remove(file!.id)
  expect(queue.read()).toHaveLength(0)
  vi.unstubAllGlobals()
})
