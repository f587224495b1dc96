import { NOTIFICATION_KINDS, type Notification } from '@footnote/contract/notifications.ts'
import { expect, test } from 'vitest'
import { addressOf, KIND_WORDS, noteOf, wordsOf } from './words.ts'

const bare: Notification = {
  id: 'n',
  type: 'COMMENT',
  read: false,
  created_at: '2026-01-01T00:00:00Z',
  download_file: null,
  video_id: null,
  video_user_id: null,
  collection_id: null,
  video_name: null,
  actor_name: null,
  text: null,
  error: null,
}
const full: Notification = {
  ...bare,
  video_id: 'v',
  video_user_id: 'u',
  collection_id: 'c',
  video_name: 'Harbour.mp4',
  actor_name: 'Grace Hopper',
  text: 'Cut here',
}

test('every kind has words, also when all that it was about is gone, and then leads nowhere but to what stays', () => {
  for (const type of NOTIFICATION_KINDS) {
    expect(KIND_WORDS[type].title).not.toBe('')
    expect(wordsOf({ ...bare, type })).not.toMatch(/null|undefined/)
    expect(addressOf({ ...bare, type })).toBe(type === 'INVITE_ACCEPTED' ? '/company' : null)
  }
})

test('a comment names who wrote it and what on, shows its beginning, and leads to the review', () => {
  expect(wordsOf(full)).toBe('Grace Hopper commented on Harbour.mp4')
  expect(wordsOf({ ...full, type: 'REPLY' })).toBe('Grace Hopper replied on Harbour.mp4')
  expect(noteOf(full)).toBe('Cut here')
  expect(addressOf(full)).toBe('/quick-review/u/v')
})

test('a failure gives its reason, and leads to the collection where it can be tried again', () => {
  const failed: Notification = { ...full, type: 'VIDEO_FAILED', text: null, error: 'There is no picture in it.' }
  expect(wordsOf(failed)).toBe('Harbour.mp4 could not be indexed')
  expect(noteOf(failed)).toBe('There is no picture in it.')
  expect(addressOf(failed)).toBe('/collections/c')
})

test('a clip says the words of the specification, or why there is none', () => {
  expect(wordsOf({ ...full, type: 'DOWNLOAD_CLIP' })).toBe('[Clip] is ready for download')
  expect(wordsOf({ ...full, type: 'DOWNLOAD_CLIP', error: 'It could not be made.' })).toBe('It could not be made.')
})
