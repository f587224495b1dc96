import type { EngineSettings } from '../../engine.ts'
import { hostEngine } from '../../process/host.ts'
import { tryOut } from '../trial.ts'
import { findUtterances, type Utterance, utterancesOf } from './activity.ts'
import { feed } from './feeding.ts'
import type { Sound } from './sound.ts'
import type { open } from './voice.process.ts'

const MODEL = 'silero-vad'
const FILE = 'silero_vad.onnx'

/**
 * Finds utterances with Silero's voice-activity model if it is available, else by loudness and pitch.
 * @param onRemark called with the reason when an available model cannot be used
 */
export async function utterancesIn(
  sound: Sound,
  { models }: EngineSettings,
  { onRemark, signal }: { readonly onRemark?: ((sentence: string) => void) | undefined; readonly signal: AbortSignal },
): Promise<Utterance[]> {
  const { folder } = await models.folder(MODEL)
  if (folder === null) return findUtterances(sound.frames)
  const hosted = {
    module: new URL('./voice.process.ts', import.meta.url),
    settings: { model: `${folder}/${FILE}` },
    models: [folder],
  }
  const obstacle = await tryOut({ name: 'Silero VAD', folder, weights: [FILE] }, hosted)
  if (obstacle !== null) {
    onRemark?.(obstacle)
    return findUtterances(sound.frames)
  }
  const host = hostEngine<Awaited<ReturnType<typeof open>>>(hosted)
  try {
    const found = await feed(
      sound,
      (at, block) => host.call('hear', [at, block], signal),
      (samples) => host.call('find', [samples], signal),
    )
    return utterancesOf(sound.frames, found)
  } finally {
    await host.close()
  }
}
