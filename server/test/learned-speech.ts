import path from 'node:path'
import { expect } from 'vitest'
import type { Listening, SpeechEngine, SpokenLine } from '../src/engines/engine.ts'
import { learnedSpeech } from '../src/engines/speech/learned.ts'
import { parakeet_english, SPEECH_MODELS, type SpeechModel } from '../src/engines/speech/speech-models.ts'
import { writtenModels } from '../src/engines/testing/unverified-models.ts'
import { ffmpeg } from './made-media.ts'
import { ownModels } from './own-models.ts'
import { melody, type Note, type TinySpeechOptions, writeTinySpeech, writeTinyVoice, writeWav } from './tiny-speech.ts'

const modelOf = (folder: SpeechModel['folder']) => SPEECH_MODELS.find((model) => model.folder === folder) as SpeechModel
export const european = modelOf('parakeet-v3')
export const whisper = modelOf('whisper-base')

/** 'Good morning, everybody.', from second 1 on. */
export const GREETING: Note[] = [
  [0, 2],
  [400, 0.4],
  [0, 0.1],
  [700, 0.4],
  [1000, 0.4],
  [0, 0.2],
  [1350, 0.4],
  [1750, 0.4],
  [0, 2],
]

export const transcribe = (engine: SpeechEngine, file: string, listening?: Listening): Promise<SpokenLine[]> =>
  Array.fromAsync(engine.transcribe(file, listening))

/** Gives each test of a file its own folder of tiny speech models, and closes what the test opens. */
export function learnedSpeechTests() {
  const own = ownModels<SpeechEngine>()
  const settings = () => ({ threads: 1, models: writtenModels(own.folder) })
  const obstacle = (model = parakeet_english) => learnedSpeech(model).obstacle(settings())
  return {
    own,
    settings,
    obstacle,
    async start(model: SpeechModel, options?: TinySpeechOptions): Promise<SpeechEngine> {
      await writeTinySpeech(own.folder, model, options)
      expect(await obstacle(model)).toBeNull()
      const engine = learnedSpeech(model, await writeTinyVoice(path.join(own.folder, 'voice'))).open(settings())
      own.opened.push(engine)
      return engine
    },
    async sound(...notes: Note[]): Promise<string> {
      const file = path.join(own.folder, 'sound.wav')
      await writeWav(file, melody(...notes))
      return file
    },
  }
}

/** A grey film of 13 seconds with two voices. @returns its path */
export async function makeTalk(folder: string): Promise<string> {
  const sound = path.join(folder, 'talk.wav')
  await writeWav(sound, melody([0, 2], [400, 4], [0, 1], [700, 4], [0, 2]))
  const talk = path.join(folder, 'talk.mp4')
  const picture = ['-f', 'lavfi', '-i', 'color=c=gray:size=160x90:rate=10:duration=13']
  await ffmpeg(...picture, '-i', sound, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k', talk)
  return talk
}
