import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startIndexingBesideApi } from '../../../test/indexing-tests.ts'
import { makeTalk } from '../../../test/learned-speech.ts'
import { embeddedLines, findExactLines } from '../../../test/shown-lines.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { writeTinySpeech, writeTinyVoice, writeTinyVoices } from '../../../test/tiny-speech.ts'
import type { SpeechEngine, TextEngine } from '../../engines/engine.ts'
import { learnedSpeech } from '../../engines/speech/learned.ts'
import { parakeet_english, SPEECH_MODELS, type SpeechModel } from '../../engines/speech/speech-models.ts'
import { writtenModels } from '../../engines/testing/unverified-models.ts'

/** Milliseconds that the patient engine takes for a line: longer than it takes until a part is due. */
const PATIENT = 100
vi.mock('@footnote/contract/shared/limits.ts', async (load) => {
  const limits = await load<typeof import('@footnote/contract/shared/limits.ts')>()
  return { ...limits, JOBS: { ...limits.JOBS, part_delays: limits.JOBS.part_delays.map(() => 0.05) } }
})
const patiently = { timeout: 300_000, interval: 100 }

const SPEECH = { visual: false, ocr: false, audio: true }
const whisper = SPEECH_MODELS.find(({ folder: name }) => name === 'whisper-base') as SpeechModel

const open: { close(): Promise<unknown> }[] = []
const folder = await temporaryFolder('edited-speech')
const talk = await makeTalk(folder)
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()))
})

const choiceOf = (engine: SpeechEngine) => ({ speech: { engine, reason: null, passed_over: [] } })

/** Indexes with an engine, beside an API. */
async function start(engine: SpeechEngine) {
  const { indexing, api, viewer } = await startIndexingBesideApi({ engines: choiceOf(engine) })
  open.push(indexing, api)
  const put = async (id: string, rest: string, body: object) => {
    const answer = await api.put(`/api/transcripts/${id}${rest}`, body, viewer)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return answer.json
  }
  return {
    ...indexing,
    api,
    viewer,
    put,
    read: async (id: string) => (await api.get(`/api/transcripts/${id}`, viewer)).json,
    /** The lines that are found for exact words, and not by their meaning. */
    found: async (id: string, query: string) =>
      await findExactLines(api, viewer, (await indexing.settled(id)).collection_id, query),
    /** The subtitle file as anybody downloads it; null without one. */
    async subtitles(id: string): Promise<string | null> {
      const { subtitle_url } = (await api.get(`/api/transcripts/${id}`, viewer)).json
      return subtitle_url && (await api.get(subtitle_url)).text
    },
    /** Texts of the lines that have a vector. */
    embedded: (id: string) => embeddedLines(indexing.db, id),
  }
}

/** An engine of tiny models that hear words in tones, and voices. */
async function tiny(name: string, model: SpeechModel): Promise<SpeechEngine> {
  const models_dir = path.join(folder, name)
  await writeTinySpeech(models_dir, model)
  await writeTinyVoices(models_dir)
  const engine = learnedSpeech(model, await writeTinyVoice(path.join(folder, 'voice'))).open({
    threads: 1,
    models: writtenModels(models_dir),
  })
  open.push(engine)
  return engine
}
const wordsOf = ({ subtitle_word }: { subtitle_word: { word: string }[] }) =>
  subtitle_word.map(({ word }) => word).join(' ')

test('corrections and names outlive another engine, in search, answers and the subtitle file', async () => {
  const indexing = await start(await tiny('first', parakeet_english))
  const { put, read, found, subtitles, embedded } = indexing
  const { id } = await indexing.settled(await indexing.add(talk, SPEECH))
  const before = await read(id)
  expect(wordsOf(before)).toBe('Good morn')
  expect(await embedded(id)).toEqual(['Good', 'morn'])
  const [, morn] = before.subtitle_word
  const edit = { start_time: morn.start, end_time: morn.end, text: 'harbour' }
  expect((await put(id, '', { revision: 0, edits: [edit] })).revision).toBe(1)
  expect(await found(id, '"harbour"')).toEqual(['harbour'])
  expect(await found(id, '"morn"')).toEqual([])
  expect((await put(id, '/speakers', { revision: 1, from: 'Speaker 2', name: 'Ana' })).revision).toBe(2)
  await expect.poll(() => subtitles(id), patiently).toMatch(/\n<v Speaker 1>Good\n[\s\S]*\n<v Ana>harbour\n/)
  await expect.poll(() => embedded(id), patiently).toEqual(['Good', 'harbour'])

  await indexing.choose(choiceOf(await tiny('second', whisper)))
  await expect.poll(async () => (await read(id)).revision, patiently).toBe(3)
  const after = await read(id)
  expect(wordsOf(after)).toMatch(/^Good morning\. .*harbour/)
  expect(after.speakers).toEqual([{ speaker: expect.any(Number), name: 'Ana' }])
  expect(after.subtitle_word.at(-1).speaker).toBe(after.speakers[0].speaker)
  expect(after.subtitle_word[0].speaker).not.toBe(after.speakers[0].speaker)
  const cues = await indexing.db
    .selectFrom('cues')
    .select(['engine', 'text', 'original'])
    .where('video_id', '=', id)
    .execute()
  expect(new Set(cues.map(({ engine }) => engine)).size).toBe(1)
  expect(await found(id, '"harbour"')).toHaveLength(1)
  await expect
    .poll(() => subtitles(id), patiently)
    .toMatch(/\n<v Speaker 1>Good morning\.\n[\s\S]*\n<v Ana>.*harbour.*\n/)
  const details = (await indexing.api.get(`/api/get_video_details/${id}`, indexing.viewer)).json
  expect(details).toMatchObject({
    subtitle_word: after.subtitle_word,
    speakers: after.speakers,
    transcript_revision: 3,
  })
  await expect.poll(() => embedded(id), patiently).toEqual(cues.map((cue) => cue.text))

  // Undone, the second engine's words return, and not those of the first.
  const { edits } = (await indexing.api.get(`/api/transcripts/${id}/edits`, indexing.viewer)).json
  const undo = { edit_id: edits[1].id }
  const undone = (await indexing.api.post(`/api/transcripts/${id}/undo`, undo, indexing.viewer)).json
  expect(wordsOf(undone)).toBe('Good morning. Good morning.')
  await expect.poll(() => subtitles(id), patiently).not.toMatch('harbour')
})

test('an edited transcript counts as renewed only when its changed lines have vectors', async () => {
  const indexing = await start(await tiny('renewed', parakeet_english))
  const { put, read, subtitles, embedded, db } = indexing
  const { id } = await indexing.settled(await indexing.add(talk, SPEECH))
  const renewed = async () => {
    const video = await db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return video.subtitle_revision === video.transcript_revision
  }
  const { text } = indexing.engines()
  const broken = Promise.withResolvers<void>()
  const engine: TextEngine = {
    ...text.engine!,
    // biome-ignore lint/correctness/useYield: it breaks before its first vector
    async *embed() {
      broken.resolve()
      throw new Error('The process of the engine was killed.')
    },
  }
  await indexing.choose({ text: { engine, reason: null, passed_over: [] } })
  const [, morn] = (await read(id)).subtitle_word
  const edit = { start_time: morn.start, end_time: morn.end, text: 'harbour' }
  await put(id, '', { revision: 0, edits: [edit] })
  await broken.promise
  expect(await subtitles(id)).toContain('harbour')
  expect(await renewed()).toBe(false)

  await indexing.choose({ text })
  await expect.poll(renewed, patiently).toBe(true)
  expect(await embedded(id)).toEqual(['Good', 'harbour'])
})

test('edits while a video is indexed for the first time are in its rows when it ends', async () => {
  const rest = Promise.withResolvers<void>()
  const engine: SpeechEngine = {
    id: 'patient-1',
    name: 'Patient',
    languages: ['en'],
    async *transcribe(_file, { heard, onHeard } = {}) {
      for (let at = (heard?.until ?? 0) / 2; at < 6; at++) {
        if (at === 3) await rest.promise
        await new Promise((resolve) => setTimeout(resolve, PATIENT))
        const start = 2 * at
        const words = ['turnip', `line${at}`].map((word, place) => {
          return { word, start: start + place, end: start + place + 1, confidence: 0.9 }
        })
        yield { start, end: start + 2, text: `turnip line${at}`, language: 'en', words }
        await onHeard?.(start + 2)
      }
    },
    close: async () => undefined,
  }
  const indexing = await start(engine)
  const { put, read, found, subtitles, embedded } = indexing
  const id = await indexing.add(talk, SPEECH)
  const shown = async () => wordsOf(await read(id))
  await expect.poll(shown, patiently).toContain('turnip line1')
  const edit = { start_time: 0, end_time: 1, text: 'harbour' }
  await put(id, '', { revision: 0, edits: [edit] })
  expect(await shown()).toMatch(/^harbour line0 turnip line1/)
  const answer = await indexing.api.post(
    `/api/transcripts/${id}/replace`,
    { revision: 1, find: 'turnip', replace: 'lighthouse' },
    indexing.viewer,
  )
  expect(answer.json.count).toBeGreaterThanOrEqual(1)
  rest.resolve()
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', transcript_revision: 2 })
  const words = await shown()
  expect(words).toMatch(/^harbour line0 lighthouse line1 .* turnip line4 turnip line5$/)
  await expect.poll(() => subtitles(id), patiently).toMatch(/harbour line0/)
  expect(await found(id, '"harbour"')).toHaveLength(1)
  const texts = await indexing.db
    .selectFrom('cues')
    .select('text')
    .where('video_id', '=', id)
    .orderBy('number')
    .execute()
  expect(texts.map((cue) => cue.text).join(' ')).toBe(words)
  await expect.poll(() => embedded(id), patiently).toEqual(texts.map((cue) => cue.text))
})
