import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { writeTinyEmbedding } from '../../../test/tiny-embedding.ts'
import { writeTinyRecogniser } from '../../../test/tiny-ocr.ts'
import { writeTinySentence } from '../../../test/tiny-sentence.ts'
import { writeTinySpeech } from '../../../test/tiny-speech.ts'
import { parakeet_english } from '../speech/speech-models.ts'
import { writtenModels } from '../testing/unverified-models.ts'
import { SENTENCE_MODELS, type SentenceModel } from '../text/sentence-models.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from '../visual/embedding-models.ts'
import { type ExaminationState, findCandidates } from './candidates.ts'

const folder = await temporaryFolder('candidates')
const [better, good] = EMBEDDING_MODELS as readonly [EmbeddingModel, EmbeddingModel]
const sentences = SENTENCE_MODELS[0] as SentenceModel
for (const model of [better, good]) await writeTinyEmbedding(folder, model)
await writeTinySentence(folder, sentences)
await writeTinySpeech(folder, parakeet_english)
await writeTinyRecogniser(path.join(folder, 'ppocrv5-greek'), ['a', 'b', 'c', 'd', 'e', 'f'])
const settings = { threads: 1, models: writtenModels(folder) }

async function found(standings: Readonly<Record<string, ExaminationState>>, asked: object = {}) {
  const candidates = await findCandidates({ ...settings, ...asked }, async ({ id }) => standings[id] ?? 'waits')
  return Object.fromEntries(
    candidates.map(({ kind, entry, before, as_good }) => [kind, [entry.id, before?.id, as_good ? 'as good' : 'whole']]),
  )
}

const packaged_speech = expect.any(String)

test('the best engine that waits is examined, beside the next one that may be used', async () => {
  expect(await found({})).toEqual({
    visual: [better.id, 'concepts-1', 'as good'],
    speech: [parakeet_english.id, packaged_speech, 'as good'],
    // It knows more languages than the packaged one.
    text: [sentences.id, 'universal-sentence-encoder-lite-2', 'whole'],
  })
  expect((await found({ [good.id]: 'passed' })).visual).toEqual([better.id, good.id, 'as good'])
  expect((await found({ [better.id]: 'refused' })).visual).toEqual([good.id, 'concepts-1', 'as good'])
})

test('nothing is examined that would not be used', async () => {
  const done = { [better.id]: 'passed', [sentences.id]: 'refused', [parakeet_english.id]: 'passed' } as const
  expect(await found(done)).toEqual({})
})

test('an engine that the settings name must only be whole', async () => {
  const named = await found({}, { speech_model: 'parakeet-110m-en', ocr_model: 'ppocrv5-greek' })
  expect(named).toMatchObject({
    speech: [parakeet_english.id, packaged_speech, 'whole'],
    ocr: ['ppocrv5-greek-1', 'ppocr-v4-1', 'whole'],
  })
})
