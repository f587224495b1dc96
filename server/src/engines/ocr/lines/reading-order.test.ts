import { expect, test } from 'vitest'
import { logicalOrder, runsToTheLeft } from './reading-order.ts'

/** Lines in logical order, and in visual order from left to right. */
const LINES = [
  ['مرحبا', 'ابحرم'],
  ['Hello world 3', 'Hello world 3'],
  ['Тариф (2026)', 'Тариф (2026)'],
  ['خصم 50%', '50% مصخ'],
  ['(سلام)', '(مالس)'],
  ['الساعة 12:30 - 14:00 يوميا', 'ايموي 14:00 - 12:30 ةعاسلا'],
  ['قطار Berlin Express 24 من هنا', 'انه نم Berlin Express 24 راطق'],
  ['Read سلام aloud', 'Read مالس aloud'],
  ['صفحة ۱۲۳', '۱۲۳ ةحفص'],
] as const

test.each(LINES)('the line %s is restored from its visual order', (written, visual) => {
  expect(logicalOrder(visual)).toBe(written)
})

test('the direction of a text is that of most of its letters', () => {
  expect(runsToTheLeft('خصم 50%')).toBe(true)
  expect(runsToTheLeft('Read سلام aloud')).toBe(false)
  expect(runsToTheLeft('12:30')).toBe(false)
})
