import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { drawnCases } from '../../../../test/drawn-cases.ts'
import { startIndexing } from '../../../../test/indexing.ts'
import { startProduct } from '../../../../test/product.ts'
import { type MadeTrack, makeSubtitled, srtOf } from '../../../../test/subtitled-film.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import type { SpeechEngine } from '../../../engines/engine.ts'
import { MediaError } from '../../../media/media-error.ts'

const late = vi.hoisted(() => ({ times: 0 }))
vi.mock('../../../media/text/text-tracks.ts', async (load) => {
  const real = await load<typeof import('../../../media/text/text-tracks.ts')>()
  const readTextTracks: typeof real.readTextTracks = async (...call) => {
    if (late.times-- > 0) throw new MediaError('media_timeout')
    return await real.readTextTracks(...call)
  }
  return { ...real, readTextTracks }
})
const folder = await temporaryFolder('text tracks')
let heard = 0
const engine: SpeechEngine = {
  id: 'heard-1',
  name: 'Heard',
  languages: ['en'],
  async *transcribe() {
    heard++
    const words = [{ word: 'heard', start: 1, end: 2, confidence: 0.9 }]
    yield { start: 1, end: 2, text: 'heard', language: 'en', words }
  },
  close: async () => undefined,
}
const indexing = await startIndexing({ engines: { speech: { engine, reason: null, passed_over: [] } } })
const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
afterAll(() => Promise.all([api.close(), indexing.close()]))
await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
const viewer = await api.person({ company_id: indexing.company_id })

const NOTHING = { visual: false, ocr: false, audio: false }
const SPEECH = { visual: false, ocr: false, audio: true }
async function indexed(name: string, tracks: readonly MadeTrack[], sound: string | null = null) {
  const file = path.join(folder, name)
  await makeSubtitled(file, tracks, sound)
  return await shown((await indexing.settled(await indexing.add(file, NOTHING))).id)
}
async function shown(id: string) {
  const words = (await api.get(`/api/transcripts/${id}`, viewer)).json.subtitle_word
  const { tracks } = (await api.get(`/api/transcripts/${id}/tracks`, viewer)).json
  return {
    id,
    words,
    said: words.map(({ word }: { word: string }) => word).join(' ') as string,
    tracks: tracks as { number: number; language: string | null; title: string | null; lines: number; used: boolean }[],
  }
}
const TALK = srtOf('We left the harbour.', 'The fog was bad.')
const GERMAN = srtOf('Wir verließen den Hafen.', 'Der Nebel war schlimm.')
const SAID = 'We left the harbour. The fog was bad.'
const ASS = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:01.90,Default,,0,0,0,,{\\an8}We left\\Nthe harbour.
Dialogue: 0,0:00:02.00,0:00:02.90,Default,,0,0,0,,{\\i1}The fog{\\i0} was bad.
`
const VTT = `WEBVTT

00:01.000 --> 00:01.900 line:0
<v Ana>We left the harbour.

00:02.000 --> 00:02.900
<v Bo>The fog was bad.
`

const KINDS: readonly (readonly [string, string, MadeTrack])[] = [
  ['mov_text in MP4', 'a.mp4', { text: TALK }],
  ['mov_text in QuickTime', 'a.mov', { text: TALK }],
  ['SRT in Matroska', 'a.mkv', { text: TALK, codec: 'srt' }],
  ['ASS in Matroska', 'b.mkv', { text: ASS, kind: 'ass', codec: 'ass' }],
  ['WebVTT in Matroska', 'c.mkv', { text: VTT, kind: 'vtt', codec: 'copy' }],
  ['WebVTT in WebM', 'a.webm', { text: VTT, kind: 'vtt', codec: 'copy' }],
]
test.each(drawnCases(KINDS))('%s is shown by itself, at its times', async (_, name, track) => {
  const { said, words, tracks } = await indexed(name, [track])
  expect(said).toBe(SAID)
  expect(tracks).toMatchObject([{ lines: 2, used: true }])
  expect(words[0].start).toBeCloseTo(1, 2)
  expect(words[3].end).toBeCloseTo(1.9, 2)
  expect(words.at(-1).end).toBeCloseTo(2.9, 2)
})

test('voices of a track are speakers', async () => {
  const { id } = await indexed('voices.mkv', [{ text: VTT, kind: 'vtt', codec: 'copy' }])
  const { speakers } = (await api.get(`/api/transcripts/${id}`, viewer)).json
  expect(speakers).toEqual([
    { speaker: 1, name: 'Ana' },
    { speaker: 2, name: 'Bo' },
  ])
})

const german: MadeTrack = { text: GERMAN, codec: 'srt', language: 'ger', title: 'Deutsch' }
const english: MadeTrack = { text: TALK, codec: 'srt', language: 'eng' }
const telemetry = srtOf(
  ...[1, 2, 3, 4, 5, 6].map((at) => `FrameCnt: ${at}, GPS(11.57${at}, 48.13${at}, ${at}), ISO: 100, Shutter: 1/1000`),
)
const readings = srtOf(...[1, 2, 3, 4, 5, 6].map((at) => `The battery of the camera has ${90 - at} percent left`))

const CHOICES: readonly (readonly [string, readonly MadeTrack[], string | null, string, number])[] = [
  [
    'two languages wait to be chosen',
    [
      { ...english, disposition: '0' },
      { ...german, disposition: '0' },
    ],
    null,
    '',
    2,
  ],
  [
    'of two languages the default one is shown',
    [
      { ...english, disposition: '0' },
      { ...german, disposition: 'default' },
    ],
    null,
    'Wir verließen den Hafen. Der Nebel war schlimm.',
    2,
  ],
  [
    'a forced track is none of those',
    [
      { ...german, disposition: 'forced' },
      { ...english, disposition: '0' },
    ],
    null,
    SAID,
    2,
  ],
  ['a forced track alone waits', [{ ...english, disposition: 'forced' }], null, '', 1],
  ['another language than the sound’s waits', [german], 'eng', '', 1],
  ['the language of the sound is shown', [german], 'deu', 'Wir verließen den Hafen. Der Nebel war schlimm.', 1],
  ['telemetry waits', [{ text: telemetry, codec: 'srt' }], null, '', 1],
  ['readings in words wait', [{ text: readings, codec: 'srt' }], null, '', 1],
]
test.each(drawnCases(CHOICES))('%s', async (name, tracks, sound, said, count) => {
  const film = await indexed(`${name.replaceAll(/\W/g, '-')}.mkv`, tracks, sound)
  expect([film.said, film.tracks.length, film.tracks.filter(({ used }) => used).length]).toEqual([
    said,
    count,
    said === '' ? 0 : 1,
  ])
  const [track] = film.tracks
  const chosen = await api.post(
    `/api/transcripts/${film.id}/subtitles`,
    { revision: said === '' ? 0 : 1, track: track?.number },
    viewer,
  )
  expect([chosen.status, chosen.json.lines]).toEqual([200, track?.lines])
})

test('an empty track is none, and of many the first sixteen are kept', async () => {
  expect((await indexed('empty.mkv', [{ text: ' ', codec: 'srt' }, english]).catch(() => null))?.said ?? SAID).toBe(
    SAID,
  )
  const many = Array.from({ length: 18 }, (_, at) => ({ ...english, title: `Take ${at}`, disposition: '0' }))
  const { tracks, said } = await indexed('many.mkv', many)
  expect([tracks.length, tracks[15]?.title, said]).toEqual([16, 'Take 15', ''])
})

test('tracks that took too long to read are read by the stage that transcribes', async () => {
  const file = path.join(folder, 'late.mkv')
  await makeSubtitled(file, [english], 'eng')
  late.times = 1
  const before = heard
  const { id } = await indexing.settled(await indexing.add(file, SPEECH))
  expect([(await shown(id)).said, heard - before]).toEqual([SAID, 0])
})

test('a film whose text track is damaged is indexed all the same', async () => {
  for (const [before, bytes] of [
    [0, 7],
    [12, 24],
  ] as const) {
    const file = path.join(folder, `damaged-${before}.mkv`)
    await makeSubtitled(file, [english])
    const place = (await readFile(file)).indexOf('harbour')
    expect(place).toBeGreaterThan(0)
    const handle = await open(file, 'r+')
    await handle.write(Buffer.alloc(bytes, 0xff), 0, bytes, place - before)
    await handle.close()
    const video = await indexing.settled(await indexing.add(file, NOTHING))
    expect(video.status).toBe('SUCCESS')
    // A wrong letter leaves the others; a wrong head of a packet may end the track.
    if (before === 0) expect((await shown(video.id)).said).toContain('The fog was bad.')
  }
})

test('a video from before gets its tracks when its speech is transcribed again, unless people have changed it', async () => {
  const file = path.join(folder, 'older.mkv')
  await makeSubtitled(file, [english], 'eng')
  const ids = await Promise.all([indexing.add(file, SPEECH), indexing.add(file, SPEECH)])
  for (const id of ids) {
    await indexing.settled(id)
    // As it was indexed before.
    await indexing.db.deleteFrom('transcript_changes').where('video_id', '=', id).execute()
    await indexing.db.deleteFrom('cues').where('video_id', '=', id).execute()
    await indexing.db.deleteFrom('shown_lines').where('video_id', '=', id).execute()
    await indexing.db.deleteFrom('text_tracks').where('video_id', '=', id).execute()
    await indexing.db.deleteFrom('video_stages').where('video_id', '=', id).where('stage', '=', 'speech').execute()
    await indexing.db.updateTable('videos').set({ text_tracks_read: false }).where('id', '=', id).execute()
  }
  const [plain, typed] = ids as [string, string]
  const edits = [{ start_time: 8, end_time: 9, text: 'A bell.' }]
  expect((await api.put(`/api/transcripts/${typed}`, { revision: 1, edits }, viewer)).status).toBe(200)
  const before = heard
  await indexing.choose({})
  await expect.poll(async () => (await shown(plain)).said).toBe(SAID)
  await expect.poll(async () => (await shown(typed)).said).toBe('heard A bell.')
  expect([(await shown(typed)).tracks.length, heard - before]).toEqual([1, 1])
})
