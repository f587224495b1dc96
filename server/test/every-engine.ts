import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type {
  EngineEntry,
  EngineIdentity,
  EngineSettings,
  OcrEngine,
  SpeechEngine,
  TextEngine,
  VisualEngine,
} from '../src/engines/engine.ts'
import { ENGINES } from '../src/engines/registry.ts'
import { writtenModels } from '../src/engines/testing/unverified-models.ts'
import { INKS } from './tiny-ocr.ts'

/**
 * Runs every engine of the registry once: `node every-engine.ts MODELS_FOLDER WORK_FOLDER SOUND`, where the sound is a
 * WAV file in which somebody speaks. Prints the id of each that worked, and the reason why one could not.
 */
const [models = '', work = '', sound = ''] = process.argv.slice(2)
const settings: EngineSettings = { threads: 1, models: writtenModels(models) }
const picture = path.join(work, 'picture.png')

const TRIALS = {
  async visual(engine: VisualEngine) {
    await Array.fromAsync(engine.describe([{ time: 0, shot: 0, file: picture }]))
    await engine.describeReference(picture)
    await engine.embedText('a red balloon')
  },
  speech: async (engine: SpeechEngine) => await Array.fromAsync(engine.transcribe(sound)),
  ocr: async (engine: OcrEngine) => await engine.read(picture),
  text: async (engine: TextEngine) => await Array.fromAsync(engine.embed(['invoice'], 'passage')),
}

async function tryOut<E extends EngineIdentity & { close(): Promise<void> }>(
  entries: readonly EngineEntry<E>[],
  trial: (engine: E) => Promise<unknown>,
): Promise<void> {
  for (const entry of entries) {
    const reason = await entry.obstacle(settings)
    if (reason === null) {
      const engine = entry.open(settings)
      await trial(engine)
      await engine.close()
    }
    console.log(reason === null ? entry.id : `${entry.id}: ${reason}`)
  }
}

await mkdir(work, { recursive: true })
const bars = INKS.map((background, at) => ({
  input: { create: { width: 20, height: 40, channels: 3 as const, background } },
  left: 40 + at * 56,
  top: 60,
}))
await sharp({ create: { width: 640, height: 360, channels: 3, background: '#ffffff' } })
  .composite(bars)
  .png()
  .toFile(picture)

await Promise.all([
  tryOut(ENGINES.visual, TRIALS.visual),
  tryOut(ENGINES.speech, TRIALS.speech),
  tryOut(ENGINES.ocr, TRIALS.ocr),
  tryOut(ENGINES.text, TRIALS.text),
])
