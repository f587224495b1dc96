import type { Notification, NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { expect, test } from 'vitest'
import { KINDS } from './kinds.ts'

const words = (type: NotificationKind, download_file: string | null, error: string | null = null) =>
  KINDS[type].line({ type, download_file, error, video_name: 'Rushes.mp4', actor_name: null } as Notification)

test('an available file is called ready, and a deleted one is not', () => {
  expect(words('DOWNLOAD_CLIP', '/files/clip.mp4')).toBe('[Clip] is ready for download')
  expect(words('DOWNLOAD_CLIP', null)).toBe('[Clip] can no longer be downloaded')
  expect(words('DATA_EXPORT', '/files/data.zip')).toBe('Your data is ready for download')
  expect(words('DATA_EXPORT', null)).toBe('Your data can no longer be downloaded')
})

test('a failure shows its reason', () => {
  expect(words('DOWNLOAD_CLIP', null, 'The clip could not be cut.')).toBe('The clip could not be cut.')
})

test('a video that failed is named, with the reason below', () => {
  const reason = 'This file is damaged.'
  const about = { video_name: 'long.mp4', error: reason } as Notification
  expect(KINDS.VIDEO_FAILED.line(about)).toBe('long.mp4 could not be indexed')
  expect(KINDS.VIDEO_FAILED.note(about)).toBe(reason)
})
