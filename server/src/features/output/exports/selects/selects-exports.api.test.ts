import { SELECTS_FORMATS } from '@footnote/contract/nouns/output/selects/render.ts'
import { parse as parseCsv } from 'csv-parse/sync'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import Timecode from 'smpte-timecode'
import { afterAll, expect, test } from 'vitest'
import type { Sender } from '../../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

async function film(file_name: string, more: object = {}): Promise<string> {
  const facts = { frame_rate_num: 25, frame_rate_den: 1, width: 1920, height: 1080, duration: 120 }
  return await server.aVideo(owner, collection, { file_name, ...facts, ...more })
}
const AT_TEN = { timecode_start: 900_000, timecode_drop: false }
async function selectsOf(items: object[], name = 'Harbour selects'): Promise<string> {
  const { id } = (await server.post('/api/selects', { name }, owner)).json
  const added = await server.post(`/api/selects/${id}/items`, { items }, owner)
  expect(added.status).toBe(200)
  return id
}
async function exported(id: string, query: string, who: Sender = owner) {
  const { access } = who as { access?: string }
  const answer = await fetch(`${server.base}/api/selects/${id}/export?${query}`, {
    headers: access ? { authorization: `Bearer ${access}` } : {},
  })
  const text = await answer.text()
  const code = answer.status === 200 ? null : JSON.parse(text).code
  return { status: answer.status, text, code, disposition: answer.headers.get('content-disposition') ?? '' }
}
const [harbour, pier] = [await film('harbour v2.mov', AT_TEN), await film('pier.mp4')]
const example = await selectsOf([
  { video_id: harbour, start_frame: 105, end_frame: 225, note: 'boat enters' },
  { video_id: pier, start_frame: 750, end_frame: 812 },
])

test('an EDL has the timecode of the files, and a record from 01:00:00:00', async () => {
  const { text } = await exported(example, 'format=edl')
  expect(text.split('\r\n')).toEqual([
    'TITLE: Harbour selects',
    'FCM: NON-DROP FRAME',
    '',
    '001  HARBOUR1 V     C        10:00:04:05 10:00:09:00 01:00:00:00 01:00:04:20  ',
    '* FROM CLIP NAME: harbour v2.mov',
    '* COMMENT: boat enters',
    '',
    '002  PIER     V     C        00:00:30:00 00:00:32:12 01:00:04:20 01:00:07:07  ',
    '* FROM CLIP NAME: pier.mp4',
    '',
    '',
  ])
})

test('every format is a file under the name of the selects, for the company', async () => {
  for (const format of SELECTS_FORMATS) {
    const { status, text, disposition } = await exported(example, `format=${format}`, colleague)
    expect([status, text.includes('boat enters'), text.includes('pier')]).toEqual([200, true, true])
    expect(disposition).toContain(`Harbour selects.${format === 'premiere' ? 'xml' : format}`)
    expect((await exported(example, `format=${format}`, stranger)).status).toBe(404)
  }
  expect((await exported(example, 'format=doc')).status).toBe(400)
})

/** Frames from midnight to a label at 25, as the reader counts them. */
const counted = (label: string): number => new Timecode(label, 25, false).frameCount

test('readers by others find the frames of forty pieces in each format, and one total', async () => {
  const pieces = Array.from({ length: 40 }, (_, place) => {
    const start = (place * 37) % 900
    return { video_id: place % 3 ? harbour : pier, start_frame: start, end_frame: start + 1 + ((place * 11) % 50) }
  })
  const starts = pieces.map(({ video_id, start_frame }) => start_frame + (video_id === harbour ? 900_000 : 0))
  const lengths = pieces.map(({ start_frame, end_frame }) => end_frame - start_frame)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const id = await selectsOf(pieces)

  const edl = (await exported(id, 'format=edl')).text.split('\r\n').filter((line) => /^\d{3} /.test(line))
  const events = edl.map((line) => line.trim().split(/\s+/).slice(4).map(counted))
  expect(events.map(([from]) => from)).toEqual(starts)
  expect(events.map(([from, to]) => to! - from!)).toEqual(lengths)
  expect(events.map(([, , from, to]) => to! - from!)).toEqual(lengths)
  expect(events.at(-1)![3]! - events[0]![2]!).toBe(total)
  for (const [place, [, , from]] of events.entries()) if (place > 0) expect(from).toBe(events[place - 1]![3])

  const { global_start_time, tracks } = JSON.parse((await exported(id, 'format=otio')).text)
  const clips = tracks.children[0].children.map(({ source_range: { start_time, duration } }: never) => [
    (start_time as { value: number }).value,
    (duration as { value: number }).value,
  ])
  expect(global_start_time.value).toBe(90_000)
  expect(clips).toEqual(starts.map((start, place) => [start, lengths[place]]))

  const attributes = { ignoreAttributes: false, attributeNamePrefix: '' }
  const parser = new XMLParser({ ...attributes, isArray: (name) => name === 'asset-clip' || name === 'clipitem' })
  const seconds = (time: string) => {
    const [num, den = '1'] = time.replace('s', '').split('/')
    return Math.round((Number(num) / Number(den)) * 25)
  }
  const { resources, library } = parser.parse((await exported(id, 'format=fcpxml')).text).fcpxml
  const { sequence } = library.event.project
  expect(resources.asset).toHaveLength(2)
  expect(seconds(sequence.duration)).toBe(total)
  const cuts: { start: string; duration: string; offset: string }[] = sequence.spine['asset-clip']
  expect(cuts.map(({ start }) => seconds(start))).toEqual(starts)
  expect(cuts.map(({ duration }) => seconds(duration))).toEqual(lengths)

  const premiere = parser.parse((await exported(id, 'format=premiere')).text).xmeml.sequence
  const items: { start: number; end: number; in: number; out: number }[] = premiere.media.video.track.clipitem
  expect(premiere.duration).toBe(total)
  expect(items.map((item) => [item.in, item.out])).toEqual(pieces.map((piece) => [piece.start_frame, piece.end_frame]))
  expect(items.at(-1)!.end).toBe(total)

  const rows = parseCsv((await exported(id, 'format=csv')).text, { bom: true, columns: true }) as {
    [column: string]: string
  }[]
  expect(rows.map(({ frame_in, frame_out }) => [Number(frame_in), Number(frame_out)])).toEqual(
    pieces.map((piece) => [piece.start_frame, piece.end_frame]),
  )
})

test('sound is cut with the picture in every format, where the file has some', async () => {
  const track = { stream: 1, codec: 'aac', layout: null, title: null, language: null, silent: false }
  const played = { playing: null, speech: null, speech_gain: 0 }
  const sound = JSON.stringify({ tracks: [{ ...track, ...played, channels: 2 }], heard: [1] })
  const [talk, silent] = [await film('talk.mp4', { ...AT_TEN, sound }), await film('silent.mp4')]
  const id = await selectsOf([
    { video_id: talk, start_frame: 100, end_frame: 150, note: 'Here' },
    { video_id: silent, start_frame: 0, end_frame: 25 },
    { video_id: talk, start_frame: 200, end_frame: 210 },
  ])
  const edl = (await exported(id, 'format=edl')).text.split('\r\n').filter((line) => /^\d{3} /.test(line))
  expect(edl.map((line) => line.slice(0, 25))).toEqual([
    '001  TALK     AA/V  C    ',
    '002  SILENT   V     C    ',
    '003  TALK     AA/V  C    ',
  ])

  const attributes = { ignoreAttributes: false, attributeNamePrefix: '' }
  const parser = new XMLParser({ ...attributes, isArray: (name) => ['track', 'clipitem', 'link'].includes(name) })
  const assets = parser.parse((await exported(id, 'format=fcpxml')).text).fcpxml.resources.asset
  expect(assets.map(({ hasVideo, hasAudio, audioChannels }: never) => [hasVideo, hasAudio, audioChannels])).toEqual([
    ['1', '1', '2'],
    ['1', undefined, undefined],
  ])

  const { tracks } = JSON.parse((await exported(id, 'format=otio')).text)
  expect(tracks.children.map(({ kind }: { kind: string }) => kind)).toEqual(['Video', 'Audio'])
  const ranges = (kind: number) =>
    tracks.children[kind].children.map(({ OTIO_SCHEMA, source_range }: never) => [
      OTIO_SCHEMA,
      (source_range as { duration: { value: number } }).duration.value,
    ])
  expect(ranges(0)).toEqual([
    ['Clip.1', 50],
    ['Clip.1', 25],
    ['Clip.1', 10],
  ])
  expect(ranges(1)).toEqual([
    ['Clip.1', 50],
    ['Gap.1', 25],
    ['Clip.1', 10],
  ])

  const { media } = parser.parse((await exported(id, 'format=premiere')).text).xmeml.sequence
  expect(media.audio.track).toHaveLength(2)
  const places = (items: object[]) =>
    items.map((item) =>
      Object.entries(item)
        .filter(([key]) => ['start', 'end', 'in', 'out'].includes(key))
        .map(([, value]) => value),
    )
  for (const side of media.audio.track)
    expect(places(side.clipitem)).toEqual([
      [0, 50, 100, 150],
      [75, 85, 200, 210],
    ])
  expect(media.video.track[0].clipitem.map(({ link }: { link?: object[] }) => link?.length ?? 0)).toEqual([3, 0, 3])
  const ids = new Set(
    [...media.video.track, ...media.audio.track].flatMap(({ clipitem }) =>
      clipitem.map((item: { id: string }) => item.id),
    ),
  )
  for (const { link } of media.video.track[0].clipitem)
    for (const { linkclipref } of link ?? []) expect(ids).toContain(linkclipref)

  const quiet = await selectsOf([{ video_id: silent, start_frame: 0, end_frame: 25 }])
  expect(JSON.parse((await exported(quiet, 'format=otio')).text).tracks.children).toHaveLength(1)
  expect((await exported(quiet, 'format=premiere')).text).not.toContain('<audio>')
})

test('an EDL of several rates is refused, and other formats convert them', async () => {
  const fast = await film('fast.mp4', { frame_rate_num: 50 })
  const id = await selectsOf([
    { video_id: pier, start_frame: 0, end_frame: 25 },
    { video_id: fast, start_frame: 0, end_frame: 50 },
  ])
  const refused = await exported(id, 'format=edl')
  expect([refused.status, refused.code]).toEqual([409, 'mixed_rates'])
  expect(refused.text).toContain('An EDL has one frame rate. Take FCPXML or OTIO.')
  const { text } = await exported(id, 'format=fcpxml')
  expect(text).toContain('<sequence format="r1" duration="50/25s"')
  expect(text).toContain('<conform-rate srcFrameRate="50"/>')
})

test('drop-frame labels are those of the file, and reels of one name differ', async () => {
  const ntsc = { frame_rate_num: 30_000, frame_rate_den: 1001, timecode_start: 107_892, timecode_drop: true }
  const [one, other] = [await film('Hafen Süd (1).mov', ntsc), await film('Hafen Sud 1.mov', ntsc)]
  const id = await selectsOf([
    { video_id: one, start_frame: 1798, end_frame: 1800 },
    { video_id: other, start_frame: 0, end_frame: 10 },
    { video_id: one, start_frame: 0, end_frame: 1 },
  ])
  const lines = (await exported(id, 'format=edl')).text.split('\r\n')
  expect(lines[1]).toBe('FCM: DROP FRAME')
  expect(lines.filter((line) => /^\d{3} /.test(line))).toEqual([
    '001  HAFENSU1 V     C        01:00:59;28 01:01:00;02 01:00:00;00 01:00:00;02  ',
    '002  HAFENSU2 V     C        01:00:00;00 01:00:00;10 01:00:00;02 01:00:00;12  ',
    '003  HAFENSU1 V     C        01:00:00;00 01:00:00;01 01:00:00;12 01:00:00;13  ',
  ])
})

test('a deleted video is left out; a variable rate alone needs one; no piece is no file', async () => {
  const leaving = await film('leaving.mp4')
  const id = await selectsOf([
    { video_id: pier, start_frame: 0, end_frame: 25 },
    { video_id: leaving, start_frame: 0, end_frame: 25 },
  ])
  await server.db.deleteFrom('videos').where('id', '=', leaving).execute()
  const { text } = await exported(id, 'format=md')
  expect(text).toBe('# Harbour selects\n\n1. `00:00:00:00 – 00:00:01:00` **pier.mp4**\n')
  const times = Buffer.from(Float64Array.from([0, 0.1, 0.15, 0.4, 0.5]).buffer)
  const uneven = await film('uneven.mp4', {
    frame_rate_num: null,
    frame_rate_den: null,
    frame_times: times,
    duration: 0.6,
  })
  const varies = await selectsOf([{ video_id: uneven, start_frame: 1, end_frame: 4 }])
  expect((await exported(varies, 'format=edl')).code).toBe('rate_needed')
  expect((await exported(varies, 'format=edl&rate=50')).text).toContain(
    '00:00:00:05 00:00:00:25 01:00:00:00 01:00:00:20',
  )
  const empty = (await server.post('/api/selects', { name: 'Empty' }, owner)).json.id
  expect((await exported(empty, 'format=md')).code).toBe('validation_failed')
})

test('text cannot leave its field', async () => {
  const note = 'One\r\n002  X\t|C ]]> <b>&" =1+1 \u{1f600} \u05e9'
  const video_id = await film('Ebb & <flow> "at" dawn.mp4')
  const id = await selectsOf([{ video_id, start_frame: 0, end_frame: 25, note }], '=1 <x> & "y"')
  const edl = (await exported(id, 'format=edl')).text
  expect(edl.split('\r\n').filter((line) => /^\d{3} /.test(line))).toHaveLength(1)
  for (const format of ['fcpxml', 'premiere']) {
    const { text } = await exported(id, `format=${format}`)
    expect(text).not.toMatch(/<b>|<flow>/)
    expect(XMLValidator.validate(text)).toBe(true)
  }
  expect((await exported(id, 'format=md')).text).not.toContain('<b>')
  expect(
    JSON.parse((await exported(id, 'format=otio')).text).tracks.children[0].children[0].metadata.footnote.note,
  ).toBe(note)
})
