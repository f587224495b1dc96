import { describe, expect, test } from 'vitest'
import { filmOf, placesIn } from './places.ts'
import { readEdl } from './read-edl.ts'
import { readTable } from './read-table.ts'

// Files of the shapes that other programs write, typed by hand after theirs; none was written by our own export.

const at = (num: number, den = 1) => ({ num, den })
const hour = (rate: { num: number; den: number }) => filmOf({ rate, times: null }, null, 3600)
const film = hour(at(24))
/** What a file says: line, frames, words; and the lines that are no comment. */
function read(
  kind: 'edl' | 'csv',
  lines: readonly string[],
  { of = film, start }: { of?: typeof film; start?: string } = {},
) {
  const { hours, entries, skipped } = (kind === 'edl' ? readEdl : readTable)(lines.join('\r\n'))
  const placed = placesIn(of, entries, { rate: undefined, start, hours })
  return {
    start: placed.start,
    comments: entries.map(({ line, text }, index) => [line, placed.places[index], text]),
    entries,
    skipped,
  }
}
const frames = (first: number, last = first) => ({ first, last })

describe('an EDL', () => {
  test('of markers by Resolve has a comment for each marker, with its name where there is no note', () => {
    const { comments, skipped, start } = read('edl', [
      'TITLE: Reel 3',
      'FCM: NON-DROP FRAME',
      '',
      '001  001      V     C        00:00:02:03 00:00:02:04 00:00:02:03 00:00:02:04  ',
      'Dust on the left |C:ResolveColorPurple |M:Marker 1 |D:1',
      '',
      '002  001      V     C        00:00:08:05 00:00:08:06 00:00:08:05 00:00:08:06  ',
      ' |C:ResolveColorRed |M:Marker 3 |D:1',
      '',
      '003  001      V     C        00:00:24:13 00:00:24:14 00:00:24:13 00:00:24:14  ',
      'Late by two frames |C:ResolveColorGreen |M:Sync |D:48',
      '',
      '004  001      V     C        00:00:30:00 00:00:30:01 00:00:30:00 00:00:30:01  ',
      'Stain, upper right',
      'and lower left',
      ' |C:ResolveColorBlue |M:Marker 72 |D:125512',
      '',
    ])
    expect(start).toBe('00:00:00:00')
    expect(skipped).toEqual([])
    expect(comments).toEqual([
      [5, frames(51), 'Dust on the left'],
      [8, frames(197), 'Marker 3'],
      [11, frames(589, 636), 'Sync: Late by two frames'],
      [14, frames(720, 86_399), 'Stain, upper right\nand lower left'],
    ])
  })

  test('names damaged events and markers, and keeps the others', () => {
    const { comments, skipped } = read('edl', [
      'TITLE: ( no title )',
      'Alone |C:ResolveColorBlue |M:Marker 0 |D:1',
      '001  001      V     C        01:00:18:06 01:00:18:07 01:00:18:09 01:00:18:10  ',
      'By its place in the programme |C:ResolveColorYellow |M:Marker 1 |D:1',
      '002  001      V     C        01:00:20:20 01:00:20:21 01:00:20:20',
      'Lost |C:ResolveColorGreen |M:Marker 2 |D:1',
      '003  001      V     C        01:00:20:20 01:00:20:21 01:00:20:20 01:00:20:21  ',
      'Two |C:ResolveColorGreen |M:Marker 2 |D:1',
      'of one frame |C:ResolveColorGreen |M:Marker 3 |D:1',
      '004  001      V     C        01:00:21:24 01:00:22:00 01:00:21:24 01:00:22:00  ',
      'No such frame |C:ResolveColorGreen |M:Marker 4 |D:1',
      '005  001      V     C        03:00:21:00 03:00:21:01 03:00:21:00 03:00:21:01  ',
      'Too late |C:ResolveColorGreen |M:Marker 5 |D:many',
      '006  001      V     C        03:00:21:00 03:00:21:01 03:00:21:00 03:00:21:01  ',
      'Too late |C:ResolveColorGreen |M:a name | of two parts |D:2',
      'Just words',
    ])
    expect(comments).toEqual([
      [4, frames(441), 'By its place in the programme'],
      [8, frames(500), 'Two'],
      [9, frames(500), 'of one frame'],
      [11, '01:00:21:24 does not exist at 24 frames a second.', 'No such frame'],
      [15, '03:00:21:00 is not in the video, if its first frame is 01:00:00:00.', 'a name | of two parts: Too late'],
    ])
    expect(skipped).toEqual([
      { line: 2, why: 'There is no event above this marker.' },
      { line: 5, why: 'Event 002 does not have four timecodes.' },
      { line: 6, why: 'There is no event above this marker.' },
      { line: 13, why: 'The length of this marker is not a number of frames.' },
      { line: 16, why: 'This line is neither an event nor a marker.' },
    ])
  })

  test('counts drop-frame by its semicolons or its mode', () => {
    const ntsc = hour(at(30_000, 1001))
    const event = (label: string, after: string) => [
      `001  001      V     C        ${label} ${after} ${label} ${after}  `,
      'Here |C:ResolveColorBlue |M:Marker 1 |D:1',
    ]
    const place = (lines: string[], of = ntsc) => read('edl', lines, { of }).comments.map(([, found]) => found)
    expect(place(['FCM: DROP FRAME', ...event('01:01:00;02', '01:01:00;03')])).toEqual([frames(1800)])
    expect(place(['FCM: DROP FRAME', ...event('01:01:00:02', '01:01:00:03')])).toEqual([frames(1800)])
    expect(place(['FCM: NON-DROP FRAME', ...event('01:01:00:02', '01:01:00:03')])).toEqual([frames(1802)])
    expect(place(event('01:01:00;02', '01:01:00;03'))).toEqual([frames(1800)])
    expect(place(event('01:01:00;00', '01:01:00;01'))).toEqual(['01:01:00;00 does not exist at 29.97 frames a second.'])
    expect(place(event('01:01:00;02', '01:01:00;03'), film)).toEqual([
      '01:01:00;02 is drop-frame timecode, which does not exist at 24 frames a second.',
    ])
  })

  test('of cuts has the locators and comments of its events; the other events are named', () => {
    // As Avid, Nucoda and Premiere write cut lists: with and without blanks after the asterisk, blank lines, effects.
    const { comments, skipped } = read(
      'edl',
      [
        'TITLE:   Screening.01 ',
        'FCM: NON-DROP FRAME',
        '',
        '001  QQ100_50 V     C        01:00:04:05 01:00:05:12 00:59:53:11 00:59:54:18 ',
        '* FROM CLIP NAME:  QQ100_501 (LAY3) ',
        '* SOURCE FILE: QQ100_501.LAY3.01',
        '002  QQ100_50 V     C        01:00:10:01 01:00:14:20 00:59:58:00 01:00:02:19 ',
        '*FROM CLIP NAME:  QQ100_504C (LAY1) ',
        '*LOC: 01:00:01:14 RED     THE SKY IS WRONG ',
        '* LOC: 01:00:02:00 GREEN',
        '* LOC: somewhere RED   LOST',
        '003  AX       AA/V  C        00:00:00:00 00:00:01:00 01:00:02:19 01:00:03:19',
        '* COMMENT: boat enters',
        'AUD  3    4',
        'M2   AX       024.0                00:00:00:00',
        'FCM: NON-DROP FRAME',
        '004  BL       V     C        00:00:00:00 00:00:00:00 01:00:03:19 01:00:03:19',
        '004  TST      V     D    010 01:00:08:08 01:00:08:18 01:00:03:19 01:00:04:05 ',
        '* BLEND, DISSOLVE ',
        '* TO CLIP NAME:  clip_B',
        '* COMMENT:',
      ],
      { start: '00:59:53:11' },
    )
    expect(comments).toEqual([
      [9, frames(195), 'THE SKY IS WRONG'],
      [13, frames(224, 247), 'boat enters'],
    ])
    expect(skipped).toEqual([
      { line: 4, why: 'Event 001 has no marker.' },
      { line: 10, why: 'This locator has no text.' },
      { line: 11, why: 'somewhere is not a timecode.' },
      { line: 17, why: 'Event 004 has no marker.' },
      { line: 18, why: 'Event 004 has no marker.' },
    ])
  })
})

describe('locators', () => {
  test('have their colours in any letters, and no head line is a fault', () => {
    const { comments, skipped } = read('edl', [
      'TITLE: (converted from) Reel 4.txt ',
      'FCM: FILM ',
      '001  BL   V     C        00:00:00:00 00:49:00:00 00:00:00:00 00:49:00:00',
      '* LOC: 00:00:01:00 magenta   Black frames at the head',
      '* LOC: 00:00:01:12 Green Recap',
      '',
      '* LOC: 00:00:02:00 black   ',
      '* LOC: 00:00:03:00 cyan   green screen',
    ])
    expect(comments.map(([line, , text]) => [line, text])).toEqual([
      [4, 'Black frames at the head'],
      [5, 'Recap'],
      [8, 'green screen'],
    ])
    expect(skipped).toEqual([{ line: 7, why: 'This locator has no text.' }])
  })

  test('without colours keep a first word that is one, and those of Nucoda have numbers', () => {
    const { comments, skipped } = read('edl', [
      '* LOC: 00:00:01:00 black frames here',
      '* LOC: 00:00:02:00 too late',
      '* 00:00:03:00 2   red car',
      '* 00:00:04:00 ',
    ])
    expect(comments.map(([, , text]) => text)).toEqual(['black frames here', 'too late', 'red car'])
    expect(skipped).toEqual([{ line: 4, why: 'This locator has no text.' }])
  })
})

describe("Avid's list of markers", () => {
  test('has user, timecode, track, colour, text and mostly a length', () => {
    const { entries, comments, skipped, start } = read('csv', [
      'Ines O\t01:00:02:00\tV1\tmagenta\tResize\t1',
      'Ines O\t01:00:03:10\tV2\tgreen\tHold, please\t48',
      'Tom.2\t01:00:05:00\tA1\tred\t12 takes\rof "this"\r\t1',
      '',
      'Tom.2\t01:00:07:10\tV9\tred\tWithout a length',
      'Tom.2\t01:00:07:10\tV1\tmagenta\t\t1',
      'Tom.2\tlater\tV1\tred\tLost\t1',
      'Only words',
    ])
    expect(start).toBe('01:00:00:00')
    expect(comments).toEqual([
      [1, frames(48), 'Resize'],
      [2, frames(82, 129), 'Hold, please'],
      [3, frames(120), '12 takes\nof "this"'],
      [5, frames(178), 'Without a length'],
    ])
    expect(entries.map(({ author, resolved }) => [author, resolved])).toEqual([
      ['Ines O', false],
      ['Ines O', false],
      ['Tom.2', false],
      ['Tom.2', false],
    ])
    expect(skipped).toEqual([
      { line: 6, why: 'This marker has no text.' },
      { line: 7, why: 'later is not a timecode.' },
      {
        line: 8,
        why: 'A marker has at least five columns with tabs between them: user, timecode, track, colour and text.',
      },
    ])
  })

  test('may begin every text with a number, in other colours than ours', () => {
    const { comments } = read('csv', ['A\t00:00:01:00\tV1\tred\t1 shot\t1', 'A\t00:00:02:00\tV1\tred\t2 shots\t1'])
    expect(comments.map(([, , text]) => text)).toEqual(['1 shot', '2 shots'])
  })
})

describe('a table', () => {
  test('may have a title above the names of its columns, and commas in texts', () => {
    const { comments, skipped } = read('csv', [
      'Timeline Bookmarks',
      'Date, Time, Position, Description, Colour, Type, TimeCode',
      '03/12/2020, 13:57:46.828, 86448, Grain, 3, Composition, 00:00:02:00',
      '03/12/2020, 13:57:47.828, 86496, Matte edge, and a hair, in the gate, 0, Segment, 00:00:04:00',
      '03/12/2020, 13:57:48.828, 86500, , 0, Composition, 00:00:04:04',
    ])
    expect(comments).toEqual([
      [3, frames(48), 'Grain'],
      [4, frames(96), 'Matte edge, and a hair, in the gate'],
    ])
    expect(skipped).toEqual([{ line: 5, why: 'This row has no text.' }])
  })

  test('by Frame.io has quotation marks around its texts, and replies anywhere below', () => {
    const row = (author: string, id: string, text: string, reply: string, at: string) =>
      `"""Reel 3.mp4""",1,"""${author}""",${id},"""${text}""",${reply},no,48,${at},${at},${at}`
    const { entries, comments, skipped } = read('csv', [
      '\uFEFFFile,Version,Commenter,Comment ID,Comment,Reply,Complete,Frame,Timecode,Timecode In,Timecode Out',
      row('Erik', 'a1', 'New jet?', 'no', '00:00:02:00'),
      row('Sam', 'b2', 'He says ""no"", twice', 'no', '00:00:04:00'),
      row('Ana', 'c3', 'Of the one above', 'yes', '00:00:04:00'),
      row('Ana', 'a1', 'Yes, a new one', 'yes', '00:00:02:00'),
    ])
    expect(comments).toEqual([
      [2, frames(48), 'New jet?'],
      [5, frames(48), 'Yes, a new one'],
      [3, frames(96), 'He says "no", twice'],
      [4, frames(96), 'Of the one above'],
    ])
    const [first, answer, second, other] = entries
    expect(entries.map(({ author }) => author)).toEqual(['Erik', 'Ana', 'Sam', 'Ana'])
    expect([answer!.reply_to, other!.reply_to]).toEqual([first!.number, second!.number])
    expect([first!.reply_to, skipped]).toEqual([null, []])
  })

  test('keeps quotation marks that only the texts have', () => {
    const { comments } = read('csv', ['Time,Author,Comment', '0:01,Ana,"""Cut!"""', '0:02,Ana,"""Again!"""'])
    expect(comments.map(([, , text]) => text)).toEqual(['"Cut!"', '"Again!"'])
  })

  test('by Premiere has tabs, and times that end after the last frame', () => {
    const { comments, skipped } = read('csv', [
      'Marker Name\tDescription\tIn\tOut\tDuration\tMarker Type',
      'Logo\tToo small\t00:00:02:00\t00:00:02:00\t00:00:00:00\tComment',
      '\tHold this\t00:00:04:00\t00:00:05:00\t00:00:01:00\tComment',
      'Chapter\t\t00:00:09:30\t00:00:09:30\t00:00:00:00\tChapter',
    ])
    expect(comments).toEqual([
      [2, frames(48), 'Logo: Too small'],
      [3, frames(96, 119), 'Hold this'],
      [4, '00:00:09:30 does not exist at 24 frames a second.', 'Chapter'],
    ])
    expect(skipped).toEqual([])
  })

  test('by a review tool has authors, a state, seconds or clock times', () => {
    const { entries, comments } = read('csv', [
      '"#","Commenter Name","Timecode","Comment","Completed"',
      '"1","Ana Ruiz","00:00:02:12","A ""quoted"" word, and',
      'a second line","No"',
      '',
      '"2","Bo","0:07.5","Later","Yes"',
      '"3","Bo","1:02:03","Out","Yes"',
    ])
    expect(comments).toEqual([
      [2, frames(60), 'A "quoted" word, and\r\na second line'],
      [5, frames(180), 'Later'],
      [6, 'This place is after the end of the video.', 'Out'],
    ])
    expect(entries.map(({ author, resolved }) => [author, resolved])).toEqual([
      ['Ana Ruiz', false],
      ['Bo', true],
      ['Bo', true],
    ])
  })

  test('by a spreadsheet has semicolons and decimal commas', () => {
    const { comments, skipped } = read('csv', [
      'sep=;',
      'Start;End;Notes',
      '2,5;4;Hold this',
      '3;2;Backwards',
      'soon;;When?',
      ';;No time',
      '5;;',
    ])
    expect(comments).toEqual([
      [3, frames(60, 95), 'Hold this'],
      [4, 'The end is before the start.', 'Backwards'],
    ])
    expect(skipped).toEqual([
      { line: 5, why: 'soon is not a time.' },
      { line: 6, why: 'This row has no time.' },
      { line: 7, why: 'This row has no text.' },
    ])
  })

  test('may count frames', () => {
    const { comments } = read('csv', ['Frame,Note', '48,Here', '99999999,There'])
    expect(comments).toEqual([
      [2, frames(48), 'Here'],
      [3, 'This place is after the end of the video.', 'There'],
    ])
  })

  test('with a quotation mark that never closes keeps the rows above it', () => {
    const { comments, skipped } = read('csv', ['Time,Comment', '0:01,First', '0:02,"Second', '0:03,Third'])
    expect(comments).toEqual([[2, frames(24), 'First']])
    expect(skipped).toEqual([{ line: 3, why: 'A quotation mark opens here and never closes.' }])
  })

  test('without a column of times or texts is refused', () => {
    for (const head of ['Name,Age', 'Time', 'Comment', '', '\u0000'])
      expect(() => readTable(`${head}\n1,2`)).toThrow(/must name a column with times/)
  })
})

test('places that no video has are found from the full hour before the first', () => {
  const event = (label: string) => [
    `001 001 V C ${label} ${label} ${label} ${label}`,
    'Here |C:ResolveColorBlue |M:M |D:1',
  ]
  const { start, comments } = read('edl', [...event('10:00:01:00'), ...event('10:00:02:00')])
  expect([start, comments.map(([, place]) => place)]).toEqual(['10:00:00:00', [frames(24), frames(48)]])
})

test('a varying rate needs that of the timeline; comments are then on the nearest frames', () => {
  const times = Float64Array.from({ length: 50 }, (_, frame) => frame / 25 + 0.01 * (frame % 3))
  const varied = filmOf({ rate: null, times }, null, 2)
  const { entries } = readEdl('001 001 V C 01:00:01:00 01:00:01:01 01:00:01:00 01:00:01:01\nHere |M:Marker 1 |D:5')
  expect(() => placesIn(varied, entries, { rate: undefined, start: undefined, hours: 1 })).toThrow(/Choose the rate/)
  const { places } = placesIn(varied, entries, { rate: at(25), start: undefined, hours: 1 })
  expect(places).toEqual([frames(25, 29)])
})
