import { rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { european, GREETING, learnedSpeechTests, transcribe, whisper } from '../../../test/learned-speech.ts'
import { type Note, writeTinySpeech, writeTinyVoice, writeTinyVoices } from '../../../test/tiny-speech.ts'
import type { SpokenLine, TranscriptStart } from '../engine.ts'
import { hostEngine } from '../process/host.ts'
import { closeEngines, openEngines } from '../registry.ts'
import { heardAtLast, learnedSpeech } from './learned.ts'
import type { open as openRecogniser } from './recogniser.process.ts'
import { readWavLayout } from './sound/wav.ts'
import { parakeet_english } from './speech-models.ts'
import { readStretch } from './stretch.ts'

const { own, settings, obstacle, start, sound } = learnedSpeechTests()

test.each([
  ['', 'at last', 'at last'],
  [' ', '', ' '],
  ['at once', 'again', 'at once'],
])(
  'an utterance is decoded once more, with silence around it, only when no word was heard: %o, then %o',
  async (first, second, heard) => {
    const silences: number[] = []
    const decode = async (silence: number) => {
      silences.push(silence)
      return { text: silence === 0 ? first : second }
    }
    expect(await heardAtLast(decode)).toEqual({ text: heard })
    expect(silences).toEqual(first.trim() === '' ? [0, 0.5] : [0])
  },
)

test('silence around an utterance does not change the times of its words', async () => {
  const folder = await writeTinySpeech(own.folder, parakeet_english)
  const file = await sound(...GREETING)
  const host = hostEngine<Awaited<ReturnType<typeof openRecogniser>>>({
    module: new URL('./recogniser.process.ts', import.meta.url),
    settings: { model: parakeet_english, folder, threads: 1 },
    models: [folder],
  })
  try {
    const samples = await readStretch({ file, layout: await readWavLayout(file), start: 1.5, end: 6 })
    const plain = await host.call('decode', [samples, '', 0])
    const padded = await host.call('decode', [samples, '', 0.5])
    expect([padded.text, padded.timestamps.length]).toEqual([plain.text, plain.timestamps.length])
    expect(plain.text).not.toBe('')
    for (const [at, time] of padded.timestamps.entries())
      expect(Math.abs(time - (plain.timestamps[at] ?? 9))).toBeLessThan(0.1)
  } finally {
    await host.close()
  }
})

test('a model of one language names it; a model of several without detection names none', async () => {
  const [english, several] = [await start(parakeet_english), await start(european)]
  const file = await sound(...GREETING)
  expect((await transcribe(english, file)).map((cue) => cue.language)).toEqual(['en'])
  expect((await transcribe(several, file)).map((cue) => cue.language)).toEqual(['und'])
  expect((await transcribe(several, file, { language: 'fr' })).map((cue) => cue.language)).toEqual(['fr'])
})

test('a model of voice activity that is not the pinned one is refused', async () => {
  await writeTinySpeech(own.folder, parakeet_english)
  const voice = await writeTinyVoice(path.join(own.folder, 'voice'))
  await truncate(voice.file, 100)
  const engine = learnedSpeech(parakeet_english, voice).open(settings())
  own.opened.push(engine)
  await expect(transcribe(engine, await sound(...GREETING))).rejects.toMatchObject({
    failure: 'not_started',
    message: 'The model tiny-voice.onnx is not the pinned one. Install the packages again.',
  })
})

describe('models of voices', () => {
  const TALK: Note[] = [
    [0, 2],
    [700, 3],
    [0, 1],
    [400, 3],
    [0, 1],
    [700, 3],
    [0, 2],
  ]

  test('distinguish speakers, counted in order of appearance', async () => {
    const engine = await start(parakeet_english)
    const file = await sound(...TALK)
    expect((await transcribe(engine, file)).every((cue) => cue.speaker === undefined)).toBe(true)
    await writeTinyVoices(own.folder)
    const cues = await transcribe(engine, file)
    expect(cues.map(({ speaker, text }) => [speaker, text])).toEqual([
      [1, 'morn'],
      [2, 'Good'],
      [1, 'morn'],
    ])
  })

  test('number speakers as before when continuing an earlier transcript', async () => {
    const engine = await start(parakeet_english)
    await writeTinyVoices(own.folder)
    const file = await sound(...TALK)
    const cues: SpokenLine[] = []
    const parts: TranscriptStart[] = []
    const onHeard = async (until: number) => void parts.push({ until, cues: [...cues] })
    for await (const cue of engine.transcribe(file, { onHeard })) cues.push(cue)
    expect(parts.map(({ cues: said }) => said.length)).toEqual([1, 2, 3])
    const heard = parts[1] as TranscriptStart
    expect([...heard.cues, ...(await transcribe(engine, file, { heard }))]).toEqual(cues)
  })

  test('that are damaged are reported, and everything else continues', async () => {
    const engine = await start(parakeet_english)
    await writeTinyVoices(own.folder)
    await truncate(path.join(own.folder, 'speaker-segmentation/model.onnx'), 100)
    const remarks: string[] = []
    const cues = await transcribe(engine, await sound(...GREETING), { onRemark: (sentence) => remarks.push(sentence) })
    expect(cues.map((cue) => cue.speaker)).toEqual([undefined])
    expect(remarks).toEqual([expect.stringMatching(/^The pair of models for voices cannot be used: /)])
  })
})

describe('weights that cannot be used', () => {
  test('that are missing or incomplete', async () => {
    expect(await obstacle()).toBe('The model is not on this machine.')
    const folder = await writeTinySpeech(own.folder, parakeet_english)
    await rm(path.join(folder, 'tokens.txt'))
    expect(await obstacle()).toBe('Parakeet TDT-CTC 110M is not complete: tokens.txt is missing.')
  })

  test.each([
    ['cut off', async (file: string) => truncate(file, 200)],
    ['empty', async (file: string) => truncate(file, 0)],
    ['of another kind', async (file: string) => writeFile(file, '<!doctype html><title>404</title>')],
  ])('whose file is %s', async (_, damage) => {
    for (const model of [parakeet_english, european, whisper]) {
      const folder = await writeTinySpeech(own.folder, model)
      const { network } = model
      await damage(path.join(folder, network.kind === 'nemoCtc' ? network.model : network.encoder))
      const sentence = await obstacle(model)
      expect(sentence).toMatch(new RegExp(`^${model.name} cannot be used: its files are damaged or not the right ones`))
      expect(sentence).not.toContain(own.folder)
    }
  })

  test.each([
    [{ without: ['vocab_size'] }, "'vocab_size' does not exist in the metadata"],
    [{ without: ['subsampling_factor'] }, "'subsampling_factor' does not exist in the metadata"],
    [{ bands: 64 }, 'Got invalid dimensions for input: audio_signal).'],
  ])('of another shape: %o', async (options, fault) => {
    await writeTinySpeech(own.folder, parakeet_english, options)
    expect(await obstacle()).toContain(fault)
  })

  test('whose list of tokens is damaged', async () => {
    const folder = await writeTinySpeech(own.folder, parakeet_english)
    await writeFile(path.join(folder, 'tokens.txt'), 'Good morning\n')
    expect(await obstacle()).toBe('Parakeet TDT-CTC 110M cannot be used: tokens.txt is no list of tokens.')
  })

  test('that are larger than any model', async () => {
    const folder = await writeTinySpeech(own.folder, parakeet_english)
    await truncate(path.join(folder, 'model.int8.onnx'), 3 * 2 ** 30)
    expect(await obstacle()).toBe('Parakeet TDT-CTC 110M cannot be used: model.int8.onnx is larger than 2048 MB.')
  })

  test('leave speech to the engine without weights, which gives the reason', async () => {
    const folder = await writeTinySpeech(own.folder, parakeet_english)
    await truncate(path.join(folder, 'model.int8.onnx'), 200)
    const engines = await openEngines(settings())
    try {
      expect(engines.speech.passed_over).toContainEqual(
        expect.objectContaining({ id: 'parakeet-110m-en-1', reason: expect.stringContaining('cannot be used') }),
      )
      expect(engines.speech.engine?.id ?? 'none').not.toBe('parakeet-110m-en-1')
    } finally {
      await closeEngines(engines)
    }
  })
})

test('the engine in the setting comes first, then the default order', async () => {
  await writeTinySpeech(own.folder, parakeet_english)
  const opened = async (speech_model: 'whisper-base' | null) => {
    const engines = await openEngines({ ...settings(), speech_model })
    await closeEngines(engines)
    return engines.speech
  }
  expect((await opened(null)).engine?.id).toBe('parakeet-110m-en-1')
  const without = await opened('whisper-base')
  expect(without.engine?.id).toBe('parakeet-110m-en-1')
  expect(without.passed_over.map(({ id }) => id)).toEqual(['whisper-base-1'])
  await writeTinySpeech(own.folder, whisper)
  expect((await opened('whisper-base')).engine?.id).toBe('whisper-base-1')
})
