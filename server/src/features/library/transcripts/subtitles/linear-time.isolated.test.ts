import { expect, test } from 'vitest'
import { readSubtitles } from './timed-lines.ts'

const cue = (text: string) => `00:00:01,000 --> 00:00:02,000\n${text}\n`

/** Microseconds of the processor, of the whole process: no other file may run in it. */
function timeOf(text: string): number {
  const before = process.cpuUsage().user
  readSubtitles(text, 100)
  return process.cpuUsage().user - before
}

test.each<[string, string]>([
  ['opened tags', cue('<'.repeat(2_000_000))],
  ['opened and closed tags', cue(`${'<'.repeat(2_000_000)}${'>'.repeat(2_000_000)}`)],
  ['styles', cue('{\\'.repeat(1_000_000))],
  ['entities', cue('&'.repeat(2_000_000))],
  ['blanks', cue(' '.repeat(4_000_000))],
  ['arrows', '-'.repeat(4_000_000)],
  ['lines of arrows', '0 -->\n'.repeat(500_000)],
  ['digits', `${'1'.repeat(2_000_000)} --> ${'1'.repeat(2_000_000)}`],
  ['colons', cue(`A${':'.repeat(2_000_000)}`)],
  ['numbers', '1\n'.repeat(1_000_000)],
])('a subtitle file of millions of %s takes as long as its length', (_, text) => {
  const part = text.slice(0, text.length / 8)
  // The first call compiles the parser.
  timeOf(part)
  // Eight times the length would take 64 times as long in square time.
  expect(timeOf(text)).toBeLessThan(24 * Math.max(40_000, timeOf(part)))
})
