import { expect, test } from 'vitest'
import { KINDS } from './kinds.ts'

const facts = {
  video: 'harbour.mp4',
  selects: '',
  actor: 'Ada Lovelace',
  version: 1,
  verdict: null,
  text: 'Too dark',
  comments: 1,
  videos: 1,
  reminder: false,
  due_at: null,
  error: null,
}

test.each([
  [1, 1, 'Ada Lovelace commented on harbour.mp4'],
  [2, 1, 'Ada Lovelace wrote 2 comments on harbour.mp4'],
  [2, 2, 'Ada Lovelace wrote 2 comments on harbour.mp4 and another video'],
  [5, 3, 'Ada Lovelace wrote 5 comments on harbour.mp4 and 2 more videos'],
])('a mail about %i comments on %i videos names the first and counts the others', (comments, videos, subject) => {
  expect(KINDS.COMMENT.mail({ ...facts, comments, videos })).toEqual({ subject, body: 'Too dark' })
})
