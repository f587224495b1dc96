import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PinnedFile } from '../../models/pinned-file.ts'
import { hostEngine } from '../../process/host.ts'
import { feed } from './feeding.ts'
import type { Sound } from './sound.ts'
import { type Utterance, utterancesOf } from './utterances.ts'
import type { open } from './voice.process.ts'

/** Silero's voice-activity model 6.2: earlier ones mistake music for speech, or miss quiet words. */
export const SILERO: PinnedFile = {
  file: path.join(path.dirname(fileURLToPath(import.meta.resolve('@ricky0123/vad-web'))), 'silero_vad_v6.onnx'),
  sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
}

/**
 * Finds utterances.
 * @param model of voice activity, in the format of Silero's
 * @param longest seconds of an utterance
 * @throws EngineError when the model cannot be used; the signal's reason
 */
export async function utterancesIn(
  sound: Sound,
  { model = SILERO, longest, signal }: VoiceOptions,
): Promise<Utterance[]> {
  // Of its own: the process remembers the sound that it hears.
  const host = hostEngine<Awaited<ReturnType<typeof open>>>({
    module: new URL('./voice.process.ts', import.meta.url),
    settings: model,
    models: [model.file],
  })
  try {
    const found = await feed(
      sound,
      (at, block) => host.call('hear', [at, block], signal),
      (samples) => host.call('find', [samples], signal),
    )
    return utterancesOf(sound.levels, found, longest)
  } finally {
    await host.close()
  }
}

interface VoiceOptions {
  readonly model?: PinnedFile | undefined
  readonly longest: number
  readonly signal: AbortSignal
}
