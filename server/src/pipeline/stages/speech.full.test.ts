import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { makeTalk } from '../../../test/learned-speech.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { writeTinySpeech, writeTinyVoice, writeTinyVoices } from '../../../test/tiny-speech.ts'
import type { SpeechEngine } from '../../engines/engine.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { learnedSpeech } from '../../engines/speech/learned.ts'
import { parakeet_english, SPEECH_MODELS, type SpeechModel } from '../../engines/speech/speech-models.ts'
import { writtenModels } from '../../engines/testing/unverified-models.ts'
import { forgiveStages } from '../../features/library/indexing/commands.ts'

// Several processes work on each video, possibly on a busy machine.

const SPEECH = { visual: false, ocr: false, audio: true }

const open: { close(): Promise<unknown> }[] = []
const folder = await temporaryFolder('speech')
const talk = await makeTalk(folder)
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()))
  await rm(path.join(folder, 'models'), { recursive: true, force: true })
})

/** Indexes with a tiny model. */
async function start(model: SpeechModel = parakeet_english) {
  const models_dir = path.join(folder, 'models')
  await writeTinySpeech(models_dir, model)
  const engine: SpeechEngine = learnedSpeech(model, await writeTinyVoice(path.join(folder, 'voice'))).open({
    threads: 1,
    models: writtenModels(models_dir),
  })
  const indexing = await startIndexing({ engines: { speech: { engine, reason: null, passed_over: [] } } })
  open.push(indexing, engine)
  return { ...indexing, models_dir }
}
const cuesOf = ({ db }: Awaited<ReturnType<typeof start>>, id: string) =>
  db.selectFrom('cues').selectAll().where('video_id', '=', id).orderBy('number').execute()

const subtitlesOf = async ({ storage, db }: Awaited<ReturnType<typeof start>>, id: string) => {
  const { subtitle_key } = await db
    .selectFrom('videos')
    .select('subtitle_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return await readFile(await storage.local(subtitle_key ?? '', folder), 'utf8')
}

test('a learned engine’s transcript is stored with its language, and without speakers if their models are missing', async () => {
  const indexing = await start()
  const video = await indexing.settled(await indexing.add(talk, SPEECH))
  expect(video).toMatchObject({ status: 'SUCCESS', speech_note: null, language: 'en' })
  const cues = await cuesOf(indexing, video.id)
  expect(cues.map(({ engine, text, language, speaker }) => [engine, text, language, speaker])).toEqual([
    ['parakeet-110m-en-1', 'Good', 'en', null],
    ['parakeet-110m-en-1', 'morn', 'en', null],
  ])
  expect(await subtitlesOf(indexing, video.id)).toMatch(/\nGood\n[\s\S]*\nmorn\n/)
})

test('with the voice models every cue has its speaker, in the subtitles too', async () => {
  const indexing = await start()
  await writeTinyVoices(indexing.models_dir)
  const video = await indexing.settled(await indexing.add(talk, SPEECH))
  const cues = await cuesOf(indexing, video.id)
  expect(cues.map(({ text, speaker }) => [text, speaker])).toEqual([
    ['Good', 1],
    ['morn', 2],
  ])
  expect(await subtitlesOf(indexing, video.id)).toMatch(/\n<v Speaker 1>Good\n[\s\S]*\n<v Speaker 2>morn\n/)
})

test('speech is transcribed in the chosen language, the video’s before its collection’s', async () => {
  const indexing = await start(SPEECH_MODELS.find(({ folder: name }) => name === 'whisper-base'))
  const { db } = indexing
  const id = await indexing.add(talk, SPEECH)
  await db.updateTable('collections').set({ language: 'de' }).execute()
  await db.updateTable('videos').set({ language_choice: 'en' }).where('id', '=', id).execute()
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', language: 'en' })
  expect((await cuesOf(indexing, id)).map(({ text, language }) => [language, text])).toEqual([
    ['en', 'Good morning.'],
    ['en', 'Good morning.'],
  ])
})

test('an engine without the chosen language says so, and the video is indexed without words', async () => {
  const indexing = await start()
  const id = await indexing.add(talk, SPEECH)
  await indexing.db.updateTable('videos').set({ language_choice: 'fi' }).where('id', '=', id).execute()
  expect(await indexing.settled(id)).toMatchObject({
    status: 'SUCCESS',
    speech_note: 'Parakeet TDT-CTC 110M does not know the language that was chosen (fi).',
    subtitle_key: null,
    language: null,
  })
})

test('a model that crashes on a video leaves it without words until a retry; the next video is transcribed', async () => {
  const indexing = await start()
  const { db, queue } = indexing
  const tokens = path.join(indexing.models_dir, 'parakeet-110m-en', 'tokens.txt')
  const whole = await readFile(tokens, 'utf8')
  // The token for the second tone is missing.
  await writeFile(tokens, whole.split('\n').toSpliced(1, 1).join('\n'))
  const broken = await indexing.settled(await indexing.add(talk, SPEECH))
  expect(broken).toMatchObject({ status: 'SUCCESS', speech_note: 'Parakeet TDT-CTC 110M failed on this video.' })
  const due = () => db.selectFrom('due_stages').select(['stage', 'engine', 'given_up', 'error']).execute()
  const failed = { stage: 'speech', engine: 'parakeet-110m-en-1', given_up: true, error: expect.any(String) }
  expect(await due()).toEqual([failed])
  await indexing.choose({})
  expect(await due()).toEqual([failed])
  await writeFile(tokens, whole)
  await db.transaction().execute((transaction) => forgiveStages(transaction, queue, broken.id))
  await expect.poll(() => cuesOf(indexing, broken.id)).toHaveLength(2)
  await expect.poll(due).toEqual([])
  const heard = await indexing.settled(await indexing.add(talk, SPEECH))
  expect(heard).toMatchObject({ status: 'SUCCESS', speech_note: null, language: 'en' })
})

test('an engine that fails on a video leaves the words of the engine before', async () => {
  const indexing = await start()
  const { id } = await indexing.settled(await indexing.add(talk, SPEECH))
  const before = await cuesOf(indexing, id)
  const engine: SpeechEngine = {
    id: 'clumsy-1',
    name: 'Clumsy',
    languages: ['en'],
    // biome-ignore lint/correctness/useYield: it never comes to a word
    async *transcribe() {
      throw new EngineError('crashed', 'The process ended (SIGSEGV).')
    },
    close: async () => undefined,
  }
  await indexing.choose({ speech: { engine, reason: null, passed_over: [] } })
  const given_up = () => indexing.db.selectFrom('due_stages').select('given_up').executeTakeFirst()
  await expect.poll(given_up).toEqual({ given_up: true })
  expect(before).toHaveLength(2)
  expect(await cuesOf(indexing, id)).toEqual(before)
  const { speech_note } = await indexing.settled(id)
  expect(speech_note).toBeNull()
})

test('a model that has become unusable leaves the video without words, and says so', async () => {
  const indexing = await start()
  await rm(path.join(indexing.models_dir, 'parakeet-110m-en', 'model.int8.onnx'))
  const video = await indexing.settled(await indexing.add(talk, SPEECH))
  expect(video).toMatchObject({ status: 'SUCCESS', speech_note: 'Parakeet TDT-CTC 110M failed on this video.' })
  expect(await cuesOf(indexing, video.id)).toEqual([])
})

test('a language that is chosen during the first transcription has the video transcribed again', async () => {
  const asked: (string | null | undefined)[] = []
  const begun = Promise.withResolvers<void>()
  const chosen = Promise.withResolvers<void>()
  const engine: SpeechEngine = {
    id: 'patient-1',
    name: 'Patient',
    languages: ['en', 'de'],
    async *transcribe(_file, { language } = {}) {
      asked.push(language)
      begun.resolve()
      await chosen.promise
      yield { start: 1, end: 2, text: 'Hallo', language: language ?? 'en', words: [] }
    },
    close: async () => undefined,
  }
  const choice = { speech: { engine, reason: null, passed_over: [] } } as const
  const indexing = await startIndexing({ engines: choice })
  open.push(indexing)
  const id = await indexing.add(talk, SPEECH)
  await begun.promise
  await indexing.db.updateTable('videos').set({ language_choice: 'de' }).where('id', '=', id).execute()
  chosen.resolve()
  await indexing.settled(id)
  await indexing.choose(choice)
  const language = async () =>
    (await indexing.db.selectFrom('cues').select('language').where('video_id', '=', id).executeTakeFirst())?.language
  await expect.poll(language).toBe('de')
  expect(asked).toEqual([null, 'de'])
})
