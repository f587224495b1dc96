import { expect, test } from 'vitest'
import type { ExportedComment, ExportedDiscussion } from '../discussion.ts'
import { avidMarkers } from './avid.ts'
import { markdownList, textList } from './comment-list.ts'
import { commentTable } from './comment-table.ts'
import { fcpxml } from './fcpxml.ts'
import { otio } from './otio.ts'
import { premiereXml } from './premiere-xml.ts'
import { resolveEdl } from './resolve-edl.ts'

const RATE = { num: 30_000, den: 1001 }
const seconds = (frame: number) => (frame * RATE.den) / RATE.num

/** A comment on frames of the example. */
const comment = (more: Partial<ExportedComment> & Pick<ExportedComment, 'number' | 'first'>): ExportedComment => {
  const last = more.last ?? more.first
  return {
    id: more.number,
    last,
    source: null,
    seconds: { first: seconds(more.first), last: seconds(last) },
    author: 'Ana Ruiz',
    text: 'Words',
    drawing: false,
    visibility: 'everyone',
    created_at: new Date('2026-11-22T10:00:00Z'),
    resolved: null,
    replies: [],
    link: `http://localhost:3000/quick-review/U/V?t=${seconds(more.first).toFixed(6)}`,
    ...more,
  }
}

/** A film at 29.97, drop-frame from 01:00:00;00. */
const film = (comments: readonly ExportedComment[]): ExportedDiscussion => ({
  name: 'harbour v2',
  file_name: 'harbour v2.mov',
  version: 2,
  frames: 3596,
  labels: { rate: RATE, drop_frame: true, start_frame: 107_892 },
  width: 1920,
  height: 1080,
  sound: null,
  comments,
})

const harbour = film([
  comment({
    number: '1',
    first: 300,
    text: 'Logo is too small',
    drawing: true,
    replies: [
      {
        number: '1.1',
        author: 'Bo Lind',
        text: 'Bigger in v3',
        visibility: 'everyone',
        created_at: new Date('2026-11-22T10:05:00Z'),
      },
    ],
  }),
  comment({
    number: '2',
    first: 600,
    last: 689,
    author: 'Kim (guest)',
    text: 'Hold this shot longer',
    resolved: { by: 'Ana Ruiz', at: new Date('2026-11-22T11:00:00Z') },
  }),
  comment({ number: '3', first: 1800, text: 'Typo: "Habour"' }),
])
const lines = (text: string) => text.split(/\r?\n/)

test('an EDL for Resolve has an event of one frame and a note for each comment', () => {
  expect(resolveEdl(harbour)).toBe(
    [
      'TITLE: harbour v2',
      'FCM: DROP FRAME',
      '',
      '001  001      V     C        01:00:10;00 01:00:10;01 01:00:10;00 01:00:10;01  ',
      'Logo is too small [drawing] / Bo Lind: Bigger in v3 |C:ResolveColorBlue |M:1 Ana Ruiz |D:1',
      '',
      '002  001      V     C        01:00:20;00 01:00:20;01 01:00:20;00 01:00:20;01  ',
      'Hold this shot longer |C:ResolveColorGreen |M:2 Kim (guest) |D:90',
      '',
      '003  001      V     C        01:01:00;02 01:01:00;03 01:01:00;02 01:01:00;03  ',
      'Typo: "Habour" |C:ResolveColorBlue |M:3 Ana Ruiz |D:1',
      '',
      '',
    ].join('\r\n'),
  )
})

test('markers for Avid are fields between tabs', () => {
  expect(lines(avidMarkers(harbour))).toEqual([
    'Ana Ruiz\t01:00:10;00\tV1\tblue\t1 Logo is too small [drawing] / Bo Lind: Bigger in v3\t1',
    'Kim (guest)\t01:00:20;00\tV1\tgreen\t2 Hold this shot longer\t90',
    'Ana Ruiz\t01:01:00;02\tV1\tblue\t3 Typo: "Habour"\t1',
    '',
  ])
})

test('FCPXML counts in fractions of a second from the timecode of the file', () => {
  const [, , , ...rest] = lines(fcpxml(harbour))
  expect(rest).toEqual([
    '<format id="r1" frameDuration="1001/30000s" width="1920" height="1080"/>',
    '<asset id="r2" name="harbour v2" start="107999892/30000s" duration="3599596/30000s" hasVideo="1" format="r1">',
    '<media-rep kind="original-media" src="file:///harbour%20v2.mov"/></asset></resources>',
    '<library><event name="Footnote"><project name="harbour v2 comments">',
    '<sequence format="r1" duration="3599596/30000s" tcStart="107999892/30000s" tcFormat="DF"><spine>',
    '<asset-clip ref="r2" name="harbour v2" offset="107999892/30000s" start="107999892/30000s" duration="3599596/30000s" format="r1" tcFormat="DF">',
    '<marker start="108300192/30000s" duration="1001/30000s" value="1 Ana Ruiz: Logo is too small" completed="0" note="Drawing&#10;Bo Lind: Bigger in v3"/>',
    '<marker start="108600492/30000s" duration="90090/30000s" value="2 Kim (guest): Hold this shot longer" completed="1" note=""/>',
    '<marker start="109801692/30000s" duration="1001/30000s" value="3 Ana Ruiz: Typo: &quot;Habour&quot;" completed="0" note=""/>',
    '</asset-clip></spine></sequence></project></event></library></fcpxml>',
    '',
  ])
})

test('XML for Premiere has the markers on the sequence and on a clear matte', () => {
  const text = premiereXml(harbour)
  expect(text).toContain('<string>01;00;00;00</string><frame>107892</frame><displayformat>DF</displayformat>')
  expect(text).toContain('<rate><timebase>30</timebase><ntsc>TRUE</ntsc></rate>')
  expect(lines(text).filter((line) => line.startsWith('<marker>'))).toEqual(
    [0, 1].flatMap(() => [
      '<marker><name>1 Ana Ruiz</name><comment>Logo is too small [drawing] / Bo Lind: Bigger in v3</comment><in>300</in><out>-1</out></marker>',
      '<marker><name>2 Kim (guest), resolved</name><comment>Hold this shot longer</comment><in>600</in><out>690</out></marker>',
      '<marker><name>3 Ana Ruiz</name><comment>Typo: &quot;Habour&quot;</comment><in>1800</in><out>-1</out></marker>',
    ]),
  )
})

test('OpenTimelineIO has the markers on a clip that starts at the timecode of the file', () => {
  const { global_start_time, tracks } = JSON.parse(otio(harbour))
  expect(global_start_time).toEqual({ OTIO_SCHEMA: 'RationalTime.1', rate: 30_000 / 1001, value: 107_892 })
  const [clip] = tracks.children[0].children
  expect([clip.source_range.start_time.value, clip.source_range.duration.value]).toEqual([107_892, 3596])
  const ranges = clip.markers.map(({ name, color, marked_range }: never) => [name, color, marked_range])
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 30_000 / 1001, value })
  const range = (start: number, length: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(start),
    duration: time(length),
  })
  expect(ranges).toEqual([
    ['1 Ana Ruiz', 'BLUE', range(108_192, 1)],
    ['2 Kim (guest)', 'GREEN', range(108_492, 90)],
    ['3 Ana Ruiz', 'BLUE', range(109_692, 1)],
  ])
  expect(clip.markers[0].metadata.footnote).toEqual({
    resolved: false,
    drawing: true,
    replies: ['Bo Lind: Bigger in v3'],
  })
})

test('a table has a row for each comment and reply', () => {
  const [head, ...rows] = lines(commentTable(harbour))
  expect(head).toBe(
    '\uFEFFnumber,status,timecode_in,timecode_out,frame_in,frame_out,seconds_in,seconds_out,author,comment,drawing,visibility,version,created_at,resolved_by,resolved_at,link',
  )
  expect(rows).toEqual([
    '1,open,"01:00:10;00","01:00:10;00",300,300,10.010000,10.010000,Ana Ruiz,Logo is too small,yes,everyone,2,2026-11-22T10:00:00.000Z,,,http://localhost:3000/quick-review/U/V?t=10.010000',
    '1.1,open,"01:00:10;00","01:00:10;00",300,300,10.010000,10.010000,Bo Lind,Bigger in v3,no,everyone,2,2026-11-22T10:05:00.000Z,,,',
    '2,resolved,"01:00:20;00","01:00:22;29",600,689,20.020000,22.989633,Kim (guest),Hold this shot longer,no,everyone,2,2026-11-22T10:00:00.000Z,Ana Ruiz,2026-11-22T11:00:00.000Z,http://localhost:3000/quick-review/U/V?t=20.020000',
    '3,open,"01:01:00;02","01:01:00;02",1800,1800,60.060000,60.060000,Ana Ruiz,"Typo: ""Habour""",no,everyone,2,2026-11-22T10:00:00.000Z,,,http://localhost:3000/quick-review/U/V?t=60.060000',
    '',
  ])
})

test('lists are tasks in Markdown, and plain lines without marks', () => {
  expect(lines(markdownList(harbour))).toEqual([
    '# harbour v2, version 2: 3 comments, 1 resolved',
    '',
    '- [ ] **1** `01:00:10;00` **Ana Ruiz**: Logo is too small *(drawing)*',
    '  - **Bo Lind**: Bigger in v3',
    '- [x] **2** `01:00:20;00 – 01:00:22;29` **Kim (guest)**: Hold this shot longer',
    '- [ ] **3** `01:01:00;02` **Ana Ruiz**: Typo: "Habour"',
    '',
  ])
  expect(lines(textList(harbour))).toEqual([
    'harbour v2, version 2: 3 comments, 1 resolved',
    '',
    '1  01:00:10;00  Ana Ruiz: Logo is too small (drawing)',
    '   Bo Lind: Bigger in v3',
    '2  01:00:20;00 – 01:00:22;29  Kim (guest), resolved: Hold this shot longer',
    '3  01:01:00;02  Ana Ruiz: Typo: "Habour"',
    '',
  ])
})

const HOSTILE = 'One\r\ntwo\t|C:ResolveColorRed ]]> <b>&"\u0000\uFFFE\ud800 =1+1 \u{1f600} \u05e9'

test('text cannot leave its field in any format', () => {
  const hostile = film([comment({ number: '1', first: 0, text: HOSTILE, author: 'A|\tB' })])
  const [, , , , note] = lines(resolveEdl(hostile))
  expect(note).toMatch(/^One \/ two \/C:ResolveColorRed .* \|C:ResolveColorBlue \|M:1 A\/ B \|D:1$/)
  expect(lines(avidMarkers(hostile))[0]?.split('\t')).toHaveLength(6)
  for (const text of [fcpxml(hostile), premiereXml(hostile)]) {
    for (const sign of ['<b>', '\0', '\uFFFE']) expect(text).not.toContain(sign)
    expect(text).toContain('\uFFFD')
    expect(text.isWellFormed()).toBe(true)
  }
  expect(JSON.parse(otio(hostile)).tracks.children[0].children[0].markers[0].comment).toBe(HOSTILE)
  expect(commentTable(film([comment({ number: '1', first: 0, text: '=1+1' })]))).toContain(`"'=1+1"`)
  expect(markdownList(hostile)).not.toContain('<b>')
})

test('comments on one frame are one marker, as long as the longest', () => {
  const together = film([
    comment({ number: '1', first: 10, text: 'One' }),
    comment({ number: '2', first: 10, last: 14, text: 'Two', author: 'Bo Lind' }),
    comment({ number: '3', first: 10, text: 'Three', resolved: { by: 'Bo Lind', at: new Date(0) } }),
  ])
  expect(lines(resolveEdl(together))[4]).toBe('One / Two / Three |C:ResolveColorBlue |M:1, 2, 3 Ana Ruiz, Bo Lind |D:5')
})
