import { afterAll, describe, expect, test } from 'vitest'
import type { Sender } from '../../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../../test/event-stream.ts'
import { HEARD, said, startTranscripts, type TranscriptAnswer } from '../../../../../test/transcript-calls.ts'
import { writeEngineChoices } from '../../indexing/commands.ts'

const { server, owner, colleague, stranger, at, film, type, turn, read, history, found, expectKept } =
  await startTranscripts()
afterAll(() => server.close())

const FILE = `1
00:00:01,000 --> 00:00:03,500
We left the harbour at dawn.

2
00:00:05,000 --> 00:00:07,000
Was the fog bad?
`
const bringAs = (who: Sender, video_id: string, body: object) =>
  server.post(at(video_id, '/subtitles'), { revision: 0, ...body }, who)
const bring = (video_id: string, body: object) => bringAs(owner, video_id, body)
const turns = ({ subtitle_word, speakers }: TranscriptAnswer) =>
  subtitle_word
    .map(({ word, speaker }, place) => {
      const name = speakers.find((one) => one.speaker === speaker)?.name ?? speaker
      return speaker === subtitle_word[place - 1]?.speaker && place > 0 ? word : `[${name}] ${word}`
    })
    .join(' ')

test('a subtitle file replaces the lines of a transcript, is found, and one undo brings all back', async () => {
  const { collection_id, video_id } = await film()
  await type(video_id, 0, [1, 4], 'we left the parsnip at dawn')
  await server.put(at(video_id, '/speakers'), { revision: 1, from: 'Speaker 1', name: 'Bo' }, owner)
  const before = await read(video_id)
  const { status, json } = await bringAs(colleague, video_id, {
    revision: 2,
    file_name: 'harbour.srt',
    text: FILE,
  })
  expect([status, json.revision, json.lines, json.skipped, json.skipped_count]).toEqual([200, 3, 2, [], 0])
  expect(said(json)).toBe('We left the harbour at dawn. Was the fog bad?')
  expect(json.speakers).toEqual([])
  expect(json.subtitle_word[0]).toEqual({ word: 'We', start: 1, end: 1.5 })
  expect(json.subtitle_word.at(-1)).toEqual({ word: 'bad?', start: 6.5, end: 7 })
  expect(await found(collection_id, '"harbour at"')).toEqual(['We left the harbour at dawn.'])
  expect(await found(collection_id, '"turnip"')).toEqual([])
  expect(await found(collection_id, '"parsnip"')).toEqual([])
  const [change] = await history(video_id)
  expect(change).toMatchObject({
    id: json.edit_id,
    kind: 'subtitles',
    file_name: 'harbour.srt',
    first_name: 'Ada',
    count: 2,
    undone_at: null,
  })
  expect(change.places).toEqual([
    { start_time: 1, end_time: 3.5, before: '', after: 'We left the harbour at dawn.' },
    { start_time: 5, end_time: 7, before: '', after: 'Was the fog bad?' },
  ])
  const details = (await server.get(`/api/get_video_details/${video_id}`, owner)).json
  expect([details.transcript_engine, details.speech_note]).toEqual([null, null])

  const corrected = (await type(video_id, 3, [5, 7], 'Was the smog bad?')).json
  expect(said(corrected)).toBe('We left the harbour at dawn. Was the smog bad?')
  const undone = await turn(video_id, 'undo', json.edit_id)
  expect([undone.subtitle_word, undone.speakers]).toEqual([before.subtitle_word, before.speakers])
  expect(await found(collection_id, '"harbour"')).toEqual([])
  expect(await found(collection_id, '"parsnip at"')).toEqual(['we left the parsnip at dawn'])
  const again = await turn(video_id, 'redo', json.edit_id)
  expect(said(again)).toBe('We left the harbour at dawn. Was the smog bad?')
  await expectKept()
})

test('of several imports the last one that holds is shown, with what was changed in it', async () => {
  const { video_id } = await film()
  const first = (await bring(video_id, { text: FILE })).json.edit_id
  await type(video_id, 1, [5, 7], 'Was the smog bad?')
  const second = (await bring(video_id, { revision: 2, text: FILE.replace('harbour', 'quay') })).json
  expect(said(second)).toBe('We left the quay at dawn. Was the fog bad?')
  expect(said(await turn(video_id, 'undo', first))).toBe('We left the quay at dawn. Was the fog bad?')
  expect(said(await turn(video_id, 'undo', second.edit_id))).toBe('we left the turnip at dawn was the fog bad')
  expect(said(await turn(video_id, 'redo', first))).toBe('We left the harbour at dawn. Was the smog bad?')
  expect(said(await turn(video_id, 'redo', second.edit_id))).toBe('We left the quay at dawn. Was the fog bad?')
})

test('voices of a file are speakers, and can be named otherwise', async () => {
  const { video_id } = await film([])
  const text = `WEBVTT

00:01.000 --> 00:02.000
<v Ana>We left.

00:02.000 --> 00:03.000
<v.loud Bo Ruiz>And I?</v>

00:03.000 --> 00:04.000
<v Ana>You stayed.
`
  const { json } = await bring(video_id, { text })
  expect(turns(json)).toBe('[Ana] We left. [Bo Ruiz] And I? [Ana] You stayed.')
  const page = (await server.get(at(video_id, '?page=2&page_size=2'), owner)).json
  expect([said(page), page.speakers.length, page.total]).toEqual(['And I?', 2, 6])
  const named = await server.put(at(video_id, '/speakers'), { revision: 1, from: 'Ana', name: 'Anna' }, owner)
  expect(turns(named.json)).toBe('[Anna] We left. [Bo Ruiz] And I? [Anna] You stayed.')
  const { edit_id } = named.json
  expect(turns(await turn(video_id, 'undo', edit_id))).toBe('[Ana] We left. [Bo Ruiz] And I? [Ana] You stayed.')
})

test('what cannot be shown is named, and the rest comes', async () => {
  const { video_id } = await film(HEARD, { duration: 20 })
  const text = [
    '1\n00:00:01,000 --> 00:00:02,000\nOne.\n',
    '2\n00:00:04,000 --> 00:00:03,000\nTwo.\n',
    '3\n00:00:aa,000 --> 00:00:05,000\nThree.\n',
    '4\n00:00:30,000 --> 00:00:31,000\nFour.\n',
    '5\n00:00:19,000 --> 00:00:23,000\nFive.\n',
  ].join('\n')
  const { json } = await bring(video_id, { text })
  expect([said(json), json.lines, json.skipped_count]).toEqual(['One. Five.', 2, 3])
  expect(json.skipped.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
    [6, 'This subtitle ends before it begins, or takes no time.'],
    [10, 'The times of this subtitle cannot be read.'],
    [14, 'This subtitle begins after the end of the film.'],
  ])
  expect(json.subtitle_word.at(-1).end).toBe(20)
  const many = Array.from({ length: 30 }, (_, at) => `${at}\n00:01:00,000 --> 00:01:01,000\nLate.\n`).join('\n')
  const answer = (await bring(video_id, { revision: 1, text: `${text}\n${many}` })).json
  expect([answer.skipped.length, answer.skipped_count]).toEqual([20, 33])
})

test('an import works where nobody speaks, where no engine listens, and before indexing', async () => {
  const silent = await film([])
  expect(said((await bring(silent.video_id, { text: FILE })).json)).toContain('harbour')
  expect(await found(silent.collection_id, '"harbour"')).toHaveLength(1)
  const unheard = await film(null, { audio: false })
  const { edit_id } = (await bring(unheard.video_id, { text: FILE })).json
  expect(said(await read(unheard.video_id))).toContain('harbour')
  const searched = async ({ video_id }: { video_id: string }) =>
    (await server.get(`/api/get_video_details/${video_id}`, owner)).json.speech_searched
  expect([await searched(silent), await searched(unheard)]).toEqual([true, false])
  expect(await turn(unheard.video_id, 'undo', edit_id)).toMatchObject({ subtitle_word: [] })
  const { collection_id } = await film(null)
  const video_id = await server.aVideo(owner, collection_id, { status: 'QUEUED', duration: 100 })
  expect((await bring(video_id, { text: FILE })).status).toBe(200)
  await expectKept()
})

const hearAt = (engine: string | null) =>
  writeEngineChoices(server.db, 'machine', [
    { kind: 'speech', engine, name: engine, reason: null, models: [], passed_over: [], seconds_a_sample: null },
  ])

test('undoing the import of a video that no engine has heard has it transcribed', async () => {
  await hearAt('heard-1')
  const { video_id } = await film(null)
  await server.db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: null }).execute()
  const { edit_id } = (await bring(video_id, { text: FILE })).json
  const due = () => server.db.selectFrom('due_stages').select('stage').where('video_id', '=', video_id).execute()
  expect(await due()).toEqual([])
  await turn(video_id, 'undo', edit_id)
  expect(await due()).toEqual([{ stage: 'speech' }])
  const { speech_note } = (await server.get(`/api/get_video_details/${video_id}`, owner)).json
  expect(speech_note).toBe('The speech is being transcribed again.')
  const heard = await film()
  await turn(heard.video_id, 'undo', (await bring(heard.video_id, { text: FILE })).json.edit_id)
  expect(
    await server.db.selectFrom('due_stages').select('stage').where('video_id', '=', heard.video_id).execute(),
  ).toEqual([])
})

test('without an engine the undo of an import leaves the reason, and promises nothing', async () => {
  await hearAt(null)
  const { video_id } = await film(null)
  const speech_note = 'No engine for speech can run here.'
  await server.db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: null }).execute()
  await server.db.updateTable('videos').set({ speech_note }).where('id', '=', video_id).execute()
  await turn(video_id, 'undo', (await bring(video_id, { text: FILE })).json.edit_id)
  expect((await server.get(`/api/get_video_details/${video_id}`, owner)).json.speech_note).toBe(speech_note)
  expect(await server.db.selectFrom('due_stages').select('stage').where('video_id', '=', video_id).execute()).toEqual(
    [],
  )
})

test.each<[string, string | null | undefined]>([
  ['no engine has heard', null],
  ['no stage has looked at', undefined],
])('the subtitle file of a video that %s goes with its lines', async (_, engine) => {
  const { video_id } = await film(null, { audio: false })
  if (engine !== undefined)
    await server.db.insertInto('video_stages').values({ video_id, stage: 'speech', engine }).execute()
  const { edit_id } = (await bring(video_id, { text: FILE })).json
  // As the job does that follows an import.
  const subtitle_key = `videos/${video_id}/subtitles.vtt`
  await server.db.updateTable('videos').set({ subtitle_key }).where('id', '=', video_id).execute()
  expect((await read(video_id)).subtitle_url).toContain('subtitles.vtt')
  expect((await turn(video_id, 'undo', edit_id)).subtitle_url).toBeNull()
})

test('a file is read before the transcript is held', async () => {
  const { video_id } = await film()
  await server.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('videos').select('id').where('id', '=', video_id).forUpdate().execute()
    expect((await bring(video_id, { text: 'Good morning.' })).status).toBe(400)
  })
})

describe('tracks of the video’s own file', () => {
  const cues = [{ start: 1, end: 3, text: 'Wir verließen den Hafen.', speaker: null }]
  async function withTracks() {
    const made = await film()
    await server.db
      .insertInto('text_tracks')
      .values([
        { video_id: made.video_id, number: 2, language: 'ger', title: null, lines: 1, cues: JSON.stringify(cues) },
        { video_id: made.video_id, number: 3, language: 'eng', title: 'SDH', lines: 1, cues: JSON.stringify(cues) },
      ])
      .execute()
    return made
  }
  const tracks = async (video_id: string) => (await server.get(at(video_id, '/tracks'), owner)).json.tracks

  test('they are listed, chosen and undone', async () => {
    const { collection_id, video_id } = await withTracks()
    expect(await tracks(video_id)).toEqual([
      { number: 2, language: 'ger', title: null, lines: 1, used: false },
      { number: 3, language: 'eng', title: 'SDH', lines: 1, used: false },
    ])
    const { json } = await bring(video_id, { track: 2 })
    expect([said(json), json.lines]).toEqual(['Wir verließen den Hafen.', 1])
    expect((await tracks(video_id)).map(({ used }: { used: boolean }) => used)).toEqual([true, false])
    expect((await history(video_id))[0]).toMatchObject({ kind: 'subtitles', file_name: 'ger' })
    // The dictionary of German knows the stem.
    expect(await found(collection_id, 'hafens')).toEqual(['Wir verließen den Hafen.'])
    await turn(video_id, 'undo', json.edit_id)
    expect((await tracks(video_id)).map(({ used }: { used: boolean }) => used)).toEqual([false, false])
    expect((await bring(video_id, { revision: 2, track: 9 })).json.fields).toEqual({
      track: 'This video does not have that text track.',
    })
  })
})

test('open pages hear of an import', async () => {
  const { video_id } = await film()
  const stream = await openEvents(server.base, video_id, colleague)
  await bring(video_id, { text: FILE })
  await stream.received(1)
  expect(stream.events).toEqual([{ event: 'transcript', data: { revision: 1, file: false } }])
  stream.close()
})

describe('who may', () => {
  const calls = async (video_id: string, who: Sender) => [
    (await bringAs(who, video_id, { text: FILE })).status,
    (await server.get(at(video_id, '/tracks'), who)).status,
  ]
  test('members import; links and strangers do not', async () => {
    const { video_id } = await film()
    const guest = await server.aLink(owner, video_id, 'approver')
    expect(await calls(video_id, guest)).toEqual([403, 403])
    expect(await calls(video_id, stranger)).toEqual([404, 404])
    expect(await calls(video_id, undefined)).toEqual([401, 401])
    expect(await calls(video_id, colleague)).toEqual([200, 200])
  })
  test('a long body of a link is refused unread', async () => {
    const { video_id } = await film()
    const guest = await server.aLink(owner, video_id, 'approver')
    const long = { text: 'a'.repeat(3_000_000) }
    expect((await bringAs(guest, video_id, long)).json).toMatchObject({ status: 413, code: 'too_large' })
    expect((await bringAs(owner, video_id, long)).status).toBe(400)
  })
  test('a sample is read only', async () => {
    const video_id = await server.aVideo(null, await server.aCollection(null), { duration: 10 })
    expect(await calls(video_id, owner)).toEqual([403, 200])
  })
})

test.each<[string, object, RegExp]>([
  ['no subtitle', { text: 'Good morning.' }, /No subtitle was found.*SRT or a WebVTT/],
  ['an empty file', { text: '' }, /empty/],
  ['a MicroDVD file', { text: '{10}{50}Good morning.' }, /MicroDVD.*SRT or a WebVTT/],
  ['a SubViewer file', { text: '00:00:01.00,00:00:02.00\nGood morning.' }, /SubViewer.*SRT or a WebVTT/],
  ['a web page', { text: '<!DOCTYPE html><title>Not found</title>' }, /web page/],
  ['bytes', { text: '\ufffdPNG\ufffd\ufffd\u0000\u0000 --\ufffd' }, /not a text file/],
  ['subtitles without words', { text: '1\n00:00:01,000 --> 00:00:02,000\n\n' }, /None of its subtitles/],
  ['neither a file nor a track', {}, /either/],
  ['both a file and a track', { text: FILE, track: 1 }, /either/],
  ['a file that is too long', { text: 'a'.repeat(5_000_001) }, /5,000,000 characters/],
])('%s is refused with a sentence, and nothing changes', async (_, body, sentence) => {
  const { video_id } = await film()
  const { status, json } = await bring(video_id, body)
  expect([status, json.code, JSON.stringify(json.fields)]).toEqual([
    400,
    'validation_failed',
    expect.stringMatching(sentence),
  ])
  expect(await read(video_id)).toMatchObject({ revision: 0 })
})

test('an import of another revision is refused', async () => {
  const { video_id } = await film()
  await type(video_id, 0, [1, 4], 'we left the parsnip at dawn')
  expect((await bring(video_id, { text: FILE })).json.code).toBe('changed_meanwhile')
})

test('lines of a transcript that is not shown suggest nothing', async () => {
  const { collection_id, video_id } = await film()
  const suggested = async (text: string) =>
    (await server.get(`/api/quick-review/comment-suggestions/${collection_id}?query=${text}`, owner)).json
  const before = await suggested('turn')
  expect(JSON.stringify(before)).toContain('turnip')
  await bring(video_id, { text: FILE })
  expect(JSON.stringify(await suggested('turn'))).not.toContain('turnip')
  expect(JSON.stringify(await suggested('harb'))).toContain('harbour')
})
