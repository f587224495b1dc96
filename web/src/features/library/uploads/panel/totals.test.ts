import { expect, test } from 'vitest'
import { newSlot, type UploadSlot } from '../upload-list.ts'
import { announcementOf, headingOf, shareOf, shownOf, totalsOf, wordsOf } from './totals.ts'

const MIB = 1024 ** 2
let next = 1
const slot = (change: Partial<UploadSlot> = {}): UploadSlot =>
  newSlot({ id: next++, name: 'one.mp4', size: 100 * MIB, collection_id: 'c', status: 'uploading', ...change })

test('the total weighs files by their size, and paused files are not waited for', () => {
  const slots = [
    slot({ sent: 50 * MIB, speed: 10 * MIB }),
    slot({ size: 300 * MIB, status: 'waiting' }),
    slot({ size: 100 * MIB, status: 'paused', sent: 75 * MIB }),
  ]
  expect(totalsOf(slots)).toEqual({ progress: 0.25, speed: 10 * MIB, remaining: 35 })
})

test('the heading counts what is left, and says what it waits for', () => {
  const heading = (...slots: UploadSlot[]) => Object.values(headingOf(slots, 0)).join('|')
  expect(heading(slot(), slot({ status: 'waiting' }), slot({ status: 'completed' }))).toBe('Uploading 2 videos|')
  expect(heading(slot({ status: 'offline' }), slot({ status: 'paused' }))).toBe('2 uploads|waiting')
  expect(heading(slot({ status: 'paused' }))).toBe('1 upload|paused')
  expect(heading(slot({ status: 'error' }))).toBe('1 video not uploaded|')
  expect(heading(slot({ status: 'completed' }))).toBe('Uploaded 1 video|')
  expect(heading(slot({ status: 'skipped' }))).toBe('Nothing new to upload|1 skipped')
  expect(heading(slot({ status: 'duplicate' }), slot({ status: 'duplicate' }))).toBe('2 files are here already|')
  expect(headingOf([], 3)).toEqual({ title: '3 uploads', state: 'interrupted' })
})

test('screen readers hear of progress at each quarter only', () => {
  const heard = Array.from({ length: 101 }, (_, percent) => announcementOf([slot({ sent: percent * MIB })], 0))
  expect([...new Set(heard)]).toEqual([
    'Uploading 1 video',
    'Uploading 1 video: 25%',
    'Uploading 1 video: 50%',
    'Uploading 1 video: 75%',
    'Uploading 1 video: 100%',
  ])
  expect(announcementOf([slot({ status: 'offline' })], 0)).toBe('1 upload. Waiting for the network.')
  const duplicate = slot({ status: 'duplicate' })
  expect(announcementOf([slot(), duplicate], 0)).toBe('Uploading 1 video. 1 file is here already.')
  expect(announcementOf([duplicate], 0)).toBe('1 file is here already')
})

test('a file says how far it is, and a paused one what is kept', () => {
  expect(wordsOf(slot({ sent: 72 * MIB, speed: 4 * MIB }))).toEqual(['72%', '4.0 MB/s', '7s left'])
  expect(wordsOf(slot({ sent: 23 * MIB, status: 'paused' }))).toEqual(['23%', 'Paused', '23 of 100 MB kept'])
  expect(wordsOf(slot({ sent: 100 * MIB }))).toEqual(['99%'])
  expect(wordsOf(slot({ status: 'waiting' }))).toEqual(['Queued'])
  expect(shareOf(812 * MIB, 2048 * MIB)).toBe('812 MB of 2.0 GB')
})

test('a folder of thousands shows some lines, and counts the others', () => {
  const slots = [
    ...Array.from({ length: 3_000 }, () => slot({ status: 'completed' })),
    slot(),
    slot({ status: 'error' }),
    ...Array.from({ length: 5_000 }, () => slot({ status: 'waiting' })),
  ]
  const { shown, queued, finished } = shownOf(slots)
  expect([shown.length, queued, finished]).toEqual([42, 4_980, 2_980])
  expect(shown.map(({ status }) => status)).toContain('error')
})
