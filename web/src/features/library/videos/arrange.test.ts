import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'

const video = (file_name: string, fields: Partial<Video>) => ({ file_name, status: 'SUCCESS', ...fields }) as Video
const list = [
  video('b 10.mp4', { upload_date: '2026-01-02T00:00:00Z', duration: 5, file_size: 30 }),
  video('B 9.mp4', { upload_date: '2026-01-03T00:00:00Z', duration: null, file_size: 10, status: 'QUEUED' }),
  video('a.mp4', { upload_date: '2026-01-01T00:00:00Z', duration: 9, file_size: 20, status: 'OVER_LIMIT' }),
]
const names = (...args: Parameters<typeof arrange>) => arrange(...args).map(({ file_name }) => file_name)

test('videos are sorted five ways', () => {
  expect(names(list, 'all', 'newest')).toEqual(['B 9.mp4', 'b 10.mp4', 'a.mp4'])
  expect(names(list, 'all', 'oldest')).toEqual(['a.mp4', 'b 10.mp4', 'B 9.mp4'])
  expect(names(list, 'all', 'name')).toEqual(['a.mp4', 'B 9.mp4', 'b 10.mp4'])
  expect(names(list, 'all', 'duration')).toEqual(['a.mp4', 'b 10.mp4', 'B 9.mp4'])
  expect(names(list, 'all', 'size')).toEqual(['b 10.mp4', 'a.mp4', 'B 9.mp4'])
})

test('videos are filtered by their progress', () => {
  expect(names(list, 'ready', 'name')).toEqual(['b 10.mp4'])
  expect(names(list, 'progress', 'name')).toEqual(['B 9.mp4'])
  expect(names(list, 'failed', 'name')).toEqual(['a.mp4'])
})
