import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { formatSmpte, parseSmpte } from '@footnote/contract/shared/smpte.ts'
import { parse as parseCsv } from 'csv-parse/sync'
import { XMLParser } from 'fast-xml-parser'
import Timecode from 'smpte-timecode'
import { describe, expect, test } from 'vitest'
import type { ExportedComment, ExportedDiscussion } from '../discussion.ts'
import { timelineOf } from '../timeline.ts'
import { avidMarkers } from './avid.ts'
import { markdownList, textList } from './comment-list.ts'
import { commentTable } from './comment-table.ts'
import { fcpxml } from './fcpxml.ts'
import { otio } from './otio.ts'
import { premiereXml } from './premiere-xml.ts'
import { resolveEdl } from './resolve-edl.ts'

// What readers by others find in the files, for every rate, start and kind of comment.
const RATES: readonly { name: string; rate: FrameRate; of_reader: number; drop: boolean }[] = [
  { name: '23.976', rate: { num: 24_000, den: 1001 }, of_reader: 23.976, drop: false },
  { name: '24', rate: { num: 24, den: 1 }, of_reader: 24, drop: false },
  { name: '25', rate: { num: 25, den: 1 }, of_reader: 25, drop: false },
  { name: '29.97 drop-frame', rate: { num: 30_000, den: 1001 }, of_reader: 29.97, drop: true },
  { name: '29.97', rate: { num: 30_000, den: 1001 }, of_reader: 29.97, drop: false },
  { name: '50', rate: { num: 50, den: 1 }, of_reader: 50, drop: false },
  { name: '59.94 drop-frame', rate: { num: 60_000, den: 1001 }, of_reader: 59.94, drop: true },
]
const STARTS = [null, '00:59:58:00', '10:00:00:00', '23:59:50:00'] as const

const WORDS = [
  'A point',
  'A range',
  'On one frame',
  'with another',
  'Resolved',
  'Emoji \u{1f600}\u{1f1eb}\u{1f1ee}',
  'שלום and مرحبا',
  'One | two\tthree',
  'A ]]> B & <i>C</i> "D"',
  '=1+1',
  'Two\nlines',
]
/** First and last frame of each. */
const PLACES = [
  [0, 0],
  [200, 249],
  [300, 300],
  [300, 300],
  [444, 444],
  [500, 500],
  [601, 601],
  [702, 702],
  [803, 803],
  [904, 904],
  [1799, 1800],
] as const

const cases = RATES.flatMap((rate) => STARTS.map((start) => ({ ...rate, start })))

function discussionOf({ rate, drop, start }: (typeof cases)[number], hours: number): ExportedDiscussion {
  const labels = { rate, start_frame: 0, drop_frame: drop }
  const timecode = start === null ? null : { start: parseSmpte(start, labels)!, drop_frame: drop }
  const timing = { rate, times: null }
  // Without a timecode in the file, drop-frame is used wherever it exists.
  const stated =
    start === null && !drop ? { start: parseSmpte(`${hours}:00:00:00`, labels)!, drop_frame: false } : timecode
  const timeline = timelineOf(
    { timing, timecode: stated, duration: (3000 * rate.den) / rate.num },
    { rate: undefined, start: undefined, hours },
  )
  const comments = WORDS.map((text, place): ExportedComment => {
    const [first, last] = PLACES[place]!
    const seconds = { first: (first * rate.den) / rate.num, last: (last * rate.den) / rate.num }
    const at = timeline.place({
      start_time: seconds.first,
      end_time_inclusive: first === last ? null : seconds.last,
    })
    return {
      id: `${place}`,
      number: `${place + 1}`,
      ...at,
      source: null,
      author: place % 2 ? 'Ana Ruiz' : 'Bo, Lind',
      text,
      drawing: false,
      visibility: 'everyone',
      created_at: new Date(0),
      resolved: place === 4 ? { by: 'Ana Ruiz', at: new Date(0) } : null,
      replies:
        place === 1
          ? [{ number: '2.1', author: 'Kim', text: 'An\nanswer', visibility: 'everyone', created_at: new Date(0) }]
          : [],
      link: '',
    }
  })
  const { labels: used, frames } = timeline
  return {
    name: 'A & B',
    file_name: 'A & B.mov',
    version: 1,
    frames,
    labels: used,
    width: 640,
    height: 360,
    sound: null,
    comments,
  }
}

/** Frames from midnight to a label, as the reader counts them. */
const counted = (label: string, { of_reader, drop }: (typeof cases)[number]): number =>
  new Timecode(label, of_reader, drop).frameCount
const ONCE = PLACES.filter(([first], place) => place === 0 || first !== PLACES[place - 1]![0])
const oneLine = (text: string) => text.replaceAll('\n', ' / ').replaceAll('|', '/').replaceAll('\t', ' ')

describe.for(cases)('$name from $start', (which) => {
  /** Labels wrap after 24 hours. */
  const day = counted('23:59:59:23', which) + (Math.round(which.rate.num / which.rate.den) - 23)
  const startOf = (discussion: ExportedDiscussion) => discussion.labels.start_frame
  const expected = (discussion: ExportedDiscussion) => ONCE.map(([first]) => (startOf(discussion) + first) % day)

  test('EDL and Avid name the frames, and lose no text but by their rules', () => {
    const discussion = discussionOf(which, 1)
    const edl = resolveEdl(discussion).split('\r\n')
    expect(edl[1]).toBe(which.drop ? 'FCM: DROP FRAME' : 'FCM: NON-DROP FRAME')
    const events = edl.filter((line) => /^\d{3} /.test(line)).map((line) => line.trim().split(/\s+/))
    expect(events.map(([, , , , from]) => counted(from!, which))).toEqual(expected(discussion))
    for (const [, , , , from, to] of events) expect((counted(to!, which) - counted(from!, which) + day) % day).toBe(1)
    const notes = edl.filter((line) => line.includes('|C:'))
    for (const text of WORDS) expect(notes.some((note) => note.includes(oneLine(text)))).toBe(true)
    expect(notes.map((note) => Number(/\|D:(\d+)$/.exec(note)?.[1]))).toEqual(ONCE.map(([a, b]) => b - a + 1))
    const avid = avidMarkers(discussion)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split('\t'))
    expect(avid.map(([, label]) => counted(label!, which))).toEqual(expected(discussion))
    expect(avid.every((fields) => fields.length === 6)).toBe(true)
    for (const text of WORDS) expect(avid.some(([, , , , said]) => said?.includes(oneLine(text)))).toBe(true)
    expect(avid.map(([, , , , , length]) => Number(length))).toEqual(ONCE.map(([a, b]) => b - a + 1))
  })

  test('lists name the frames, and lose no text', () => {
    const discussion = discussionOf(which, 0)
    const [, ...lines] = textList(discussion).split(/\n(?=\d+ {2})/)
    expect(lines.map((line) => counted(line.split('  ')[1]!.split(' – ')[0]!, which))).toEqual(
      PLACES.map(([first]) => (startOf(discussion) + first) % day),
    )
    for (const [place, text] of WORDS.entries()) expect(lines[place]?.replaceAll('\n   ', '\n')).toContain(`: ${text}`)
    const marked = markdownList(discussion)
    // A backslash before a sign of Markdown means that sign (CommonMark); two blanks end a line.
    const shown = marked.replaceAll(/ {2}\n {4}/g, '\n').replaceAll(/\\([\\`*_[\]<>#|~])/g, '$1')
    for (const text of WORDS) expect(shown).toContain(`**: ${text}`)
  })

  test('both kinds of XML have the frames and the text', () => {
    const discussion = discussionOf(which, 0)
    const reader = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseTagValue: false,
      trimValues: false,
    })
    const { num, den } = which.rate
    const cut = reader.parse(fcpxml(discussion)).fcpxml
    const clip = cut.library.event.project.sequence.spine['asset-clip']
    const frames = (time: string) => {
      const [, top, bottom] = /^(\d+)\/(\d+)s$/.exec(time)!
      return (Number(top) * num) / (Number(bottom) * den)
    }
    expect(frames(clip.start)).toBe(startOf(discussion))
    expect(
      clip.marker.map(({ start, duration }: Record<string, string>) => [frames(start!), frames(duration!)]),
    ).toEqual(PLACES.map(([a, b]) => [startOf(discussion) + a, b - a + 1]))
    expect(clip.marker.map(({ value }: Record<string, string>) => value!.split(': ')[1])).toEqual(WORDS.map(oneLine))
    const sequence = reader.parse(premiereXml(discussion)).xmeml.sequence
    expect(Number(sequence.timecode.frame)).toBe(startOf(discussion))
    expect(sequence.timecode.displayformat).toBe(which.drop ? 'DF' : 'NDF')
    const label = sequence.timecode.string.replaceAll(';', ':').replace(/:(\d+)$/, which.drop ? ';$1' : ':$1')
    expect(counted(label, which)).toBe(startOf(discussion))
    for (const markers of [sequence.marker, sequence.media.video.track.generatoritem.marker]) {
      expect(markers.map(({ in: from, out }: Record<string, string>) => [Number(from), Number(out)])).toEqual(
        PLACES.map(([a, b]) => [a, a === b ? -1 : b + 1]),
      )
      const texts = markers.map(({ comment }: Record<string, string>) => comment)
      expect(texts).toEqual(WORDS.map((text, place) => (place === 1 ? `${text} / Kim: An\nanswer` : text)))
    }
  })

  test('the table and OpenTimelineIO have the frames and the text', () => {
    const discussion = discussionOf(which, 0)
    const rows: Record<string, string>[] = parseCsv(commentTable(discussion), { bom: true, columns: true })
    const roots = rows.filter(({ number }) => !number!.includes('.'))
    expect(roots.map(({ frame_in, frame_out }) => [Number(frame_in), Number(frame_out)])).toEqual(PLACES)
    expect(roots.map(({ timecode_in }) => counted(timecode_in!, which))).toEqual(
      PLACES.map(([first]) => (startOf(discussion) + first) % day),
    )
    // A formula gets an apostrophe in front.
    expect(roots.map(({ comment }) => comment!.replace(/^'=/, '='))).toEqual(WORDS)
    expect(rows.find(({ number }) => number === '2.1')?.comment).toBe('An\nanswer')
    const [clip] = JSON.parse(otio(discussion)).tracks.children[0].children
    expect(
      clip.markers.map(({ marked_range: { start_time, duration } }: never) => [
        (start_time as { value: number }).value,
        (duration as { value: number }).value,
      ]),
    ).toEqual(PLACES.map(([a, b]) => [startOf(discussion) + a, b - a + 1]))
    expect(clip.markers.map(({ comment }: { comment: string }) => comment)).toEqual(WORDS)
    expect(formatSmpte(0, discussion.labels)).toMatch(which.drop ? /;/ : /:\d\d$/)
  })
})
