import { EngineError } from '../../engine-error.ts'
import { LevelMeter, type Levels } from './levels.ts'
import { readSamples, readWavLayout, SAMPLE_RATE, type WavLayout } from './wav.ts'

/** Samples to measure before other work gets a turn. */
const BLOCK = 10 * SAMPLE_RATE

/** A WAV file and its loudness. */
export interface Sound {
  readonly file: string
  readonly layout: WavLayout
  readonly levels: Levels
}

/** Measures a 16 kHz mono 16-bit WAV file. @throws EngineError refused for another format; the signal's reason */
export async function listen(file: string, signal: AbortSignal): Promise<Sound> {
  const layout = await layoutOf(file)
  const meter = new LevelMeter(layout.samples)
  for await (const block of readSamples(file, layout, BLOCK)) {
    signal.throwIfAborted()
    meter.add(block)
  }
  return { file, layout, levels: meter.levels }
}

async function layoutOf(file: string): Promise<WavLayout> {
  try {
    return await readWavLayout(file)
  } catch (error) {
    throw new EngineError('refused', (error as Error).message)
  }
}
