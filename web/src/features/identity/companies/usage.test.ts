import type { UsageItem } from '@footnote/contract/nouns/identity/companies.ts'
import { csvCell } from '@footnote/contract/shared/csv.ts'
import { expect, test } from 'vitest'
import { usageCsv } from './usage-csv.ts'
import { usageDays } from './usage-days.ts'
import { nextOrder, sortUsage } from './usage-order.ts'
import { scaleOf } from './usage-scale.ts'

const item = (values: Partial<UsageItem>): UsageItem => ({
  video_id: 'v',
  file_name: 'Harbour.mp4',
  collection_name: 'Field recordings',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.org',
  minutes: 1.5,
  bytes: 1024,
  created_at: new Date(2026, 10, 20, 12).toISOString(),
  ...values,
})

test('a day adds up the minutes indexed on it, and days without any are included', () => {
  const now = new Date(2026, 10, 21, 9)
  const days = usageDays([item({}), item({ minutes: 2 }), item({ created_at: '2020-01-01T00:00:00Z' })], 3, now)
  expect(days.map(({ minutes }) => minutes)).toEqual([0, 3.5, 0])
  expect(days.map(({ at }) => at.getDate())).toEqual([19, 20, 21])
})

test('the scale beside the days ends on a round number that no day exceeds', () => {
  expect(scaleOf(0)).toEqual([0, 0.5, 1])
  expect(scaleOf(0.8)).toEqual([0, 0.5, 1])
  expect(scaleOf(3.5)).toEqual([0, 2, 4])
  expect(scaleOf(63)).toEqual([0, 50, 100])
  expect(scaleOf(100)).toEqual([0, 50, 100])
  expect(scaleOf(1312)).toEqual([0, 1000, 2000])
})

test('the history is sorted by a column, numbers by size and names by their numbers', () => {
  const items = [item({ file_name: 'Take 10', minutes: 2 }), item({ file_name: 'Take 9', minutes: 10 })]
  const names = (order: Parameters<typeof sortUsage>[1]) => sortUsage(items, order).map(({ file_name }) => file_name)
  expect(names({ column: 'file_name', descending: false })).toEqual(['Take 9', 'Take 10'])
  expect(names({ column: 'minutes', descending: true })).toEqual(['Take 9', 'Take 10'])
  expect(nextOrder({ column: 'created_at', descending: true }, 'minutes')).toEqual({
    column: 'minutes',
    descending: true,
  })
  expect(nextOrder({ column: 'minutes', descending: true }, 'minutes').descending).toBe(false)
})

test('a cell that a spreadsheet would run becomes plain text, and quotes are doubled', () => {
  expect(csvCell('=HYPERLINK("http://x")')).toBe(`"'=HYPERLINK(""http://x"")"`)
  for (const start of ['+', '-', '@', '\t', '\r', ' =', '＝']) expect(csvCell(`${start}1`)).toMatch(/^"'/)
  for (const text of ['a, b', 'a;=HYPERLINK(1)', 'a\t=1+1']) expect(csvCell(text)).toBe(`"${text}"`)
  expect(csvCell('Harbour-2.mp4')).toBe('Harbour-2.mp4')
  expect(csvCell(-3)).toBe('-3')
})

test('the file has a head, a row for each video, and empty cells for deleted collections and accounts', () => {
  const [head, row, gone, end] = usageCsv([
    item({}),
    item({ collection_name: null, first_name: '', last_name: '', email: null }),
  ]).split('\r\n')
  expect(head).toBe('\uFEFFVideo,Collection,By,E-mail,Minutes,Bytes,Indexed at')
  expect(row).toMatch(/^Harbour.mp4,Field recordings,Ada Lovelace,ada@example.org,1.5,1024,2026-11-20T/)
  expect(gone).toMatch(/^Harbour.mp4,,,,1.5,1024,/)
  expect(end).toBe('')
})
