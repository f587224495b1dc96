import Independent from 'smpte-timecode'
import { describe, expect, test } from 'vitest'
import type { FrameRate } from './frames.ts'
import { formatSmpte, parseSmpte, type SmpteLabels, smpteLabels } from './smpte.ts'

/** Labels of a file without timecode of its own. */
const fromZero = (rate: FrameRate): SmpteLabels => smpteLabels(rate, null)

describe('SMPTE timecode', () => {
  const film = { num: 24_000, den: 1001 }
  const pal = { num: 25, den: 1 }
  const ntsc = { num: 30_000, den: 1001 }
  const double = { num: 60_000, den: 1001 }

  test('at 29.97 skips two labels each minute except every tenth', () => {
    const known = {
      0: '00:00:00;00',
      29: '00:00:00;29',
      1799: '00:00:59;29',
      1800: '00:01:00;02',
      3597: '00:01:59;29',
      3598: '00:02:00;02',
      17981: '00:09:59;29',
      17982: '00:10:00;00',
      17983: '00:10:00;01',
      19782: '00:11:00;02',
      107892: '01:00:00;00',
      2589407: '23:59:59;29',
    }
    for (const [frame, label] of Object.entries(known)) expect(formatSmpte(Number(frame), fromZero(ntsc))).toBe(label)
    expect(formatSmpte(1800, fromZero({ num: 2997, den: 100 }))).toBe('00:01:00;02')
  })

  test('at 59.94 skips four', () => {
    const known = { 3599: '00:00:59;59', 3600: '00:01:00;04', 35963: '00:09:59;59', 35964: '00:10:00;00' }
    for (const [frame, label] of Object.entries(known)) expect(formatSmpte(Number(frame), fromZero(double))).toBe(label)
  })

  test('at other rates uses every label', () => {
    expect(formatSmpte(1440, fromZero(film))).toBe('00:01:00:00')
    expect(formatSmpte(1499, fromZero(pal))).toBe('00:00:59:24')
    expect(formatSmpte(1800, fromZero({ num: 30, den: 1 }))).toBe('00:01:00:00')
    expect(formatSmpte(119, fromZero({ num: 120_000, den: 1001 }))).toBe('00:00:00:119')
    expect(formatSmpte(61, fromZero({ num: 1, den: 1 }))).toBe('00:01:01:00')
  })

  test.each([film, pal, ntsc, { num: 50, den: 1 }, double, { num: 179, den: 6 }])(
    'of every frame at $num/$den is its own and leads back to it',
    (rate) => {
      let before = ''
      const end = Math.round((21 * 60 * rate.num) / rate.den)
      for (let frame = 0; frame < end; frame += 1) {
        const label = formatSmpte(frame, fromZero(rate))
        if (label <= before || parseSmpte(label, fromZero(rate)) !== frame)
          expect([frame, label, before]).toEqual('in order')
        before = label
      }
    },
  )

  test('that does not exist is refused', () => {
    const none = ['00:01:00;00', '00:01:00;01', '00:00:00;30', '00:60:00;00', '1:00', '', 'a:b:c:d']
    expect(none.map((text) => parseSmpte(text, fromZero(ntsc)))).toEqual(Array(7).fill(null))
    expect(parseSmpte('00:01:00:00', fromZero(pal))).toBe(1500)
  })
})

describe('timecode of a file', () => {
  const rates = [
    [23.976, { num: 24_000, den: 1001 }, false],
    [24, { num: 24, den: 1 }, false],
    [25, { num: 25, den: 1 }, false],
    [29.97, { num: 30_000, den: 1001 }, true],
    [29.97, { num: 30_000, den: 1001 }, false],
    [50, { num: 50, den: 1 }, false],
    [59.94, { num: 60_000, den: 1001 }, true],
    [59.94, { num: 60_000, den: 1001 }, false],
  ] as const
  // The reader counts a day of labels by the clock. At a fractional rate without drop-frame, labels are slower.
  const isReadable = ([clock, , drop_frame]: (typeof rates)[number], start: string) =>
    Number.isInteger(clock) || drop_frame || start < '23'
  const starts = ['00:00:00:00', '00:59:58:00', '10:00:00:00', '23:59:50:00']

  test.each(
    rates.flatMap((rate) =>
      starts.filter((start) => isReadable(rate, start)).map((start) => [...rate, start] as const),
    ),
  )(
    'at %d frames a second (%j, drop-frame %s) from %s is what an independent reader says',
    (independent, rate, drop_frame, first) => {
      const written = drop_frame ? first.replace(/:(\d\d)$/, ';$1') : first
      const start_frame = parseSmpte(written, { rate, start_frame: 0, drop_frame })!
      expect(start_frame).toBe(new Independent(written, independent, drop_frame).frameCount)
      const labels = { rate, start_frame, drop_frame }
      for (const frame of [
        0, 1, 29, 30, 59, 60, 119, 120, 599, 600, 601, 1799, 1800, 3599, 3600, 17_982, 36_000, 107_892,
      ]) {
        const label = formatSmpte(frame, labels)
        const theirs = new Independent(start_frame, independent, drop_frame).add(frame).toString()
        expect([frame, label]).toEqual([frame, theirs])
        expect(parseSmpte(label, labels)).toBe(frame)
      }
    },
  )

  test('goes on at 00:00:00:00 after 24 hours, and a label after midnight is of the next day', () => {
    const pal = { rate: { num: 25, den: 1 }, start_frame: 24 * 3600 * 25 - 2, drop_frame: false }
    expect([0, 1, 2, 3].map((frame) => formatSmpte(frame, pal))).toEqual([
      '23:59:59:23',
      '23:59:59:24',
      '00:00:00:00',
      '00:00:00:01',
    ])
    expect(parseSmpte('00:00:00:01', pal)).toBe(3)
    const ntsc = { rate: { num: 30_000, den: 1001 }, start_frame: 2_589_407, drop_frame: true }
    expect([0, 1].map((frame) => formatSmpte(frame, ntsc))).toEqual(['23:59:59;29', '00:00:00;00'])
    expect(['24:00:00:00', '00:60:00:00', '00:00:00:25'].map((text) => parseSmpte(text, pal))).toEqual([
      null,
      null,
      null,
    ])
  })

  test('without drop-frame at 29.97 uses every label, and with it skips two a minute', () => {
    const rate = { num: 30_000, den: 1001 }
    expect(formatSmpte(1800, { rate, start_frame: 108_000, drop_frame: false })).toBe('01:01:00:00')
    expect(formatSmpte(1800, { rate, start_frame: 107_892, drop_frame: true })).toBe('01:01:00;02')
    expect(smpteLabels(rate, { start: 5, drop_frame: false })).toEqual({ rate, start_frame: 5, drop_frame: false })
  })
})
