import sherpa, { type Vad } from 'sherpa-onnx-node'
import { type PinnedFile, readPinned } from '../../models/pinned-file.ts'
import { fillFrom } from '../stretch.ts'
import { HeardSoFar } from './feeding.ts'
import type { Utterance } from './utterances.ts'
import { SAMPLE_RATE } from './wav.ts'

/** Samples per step of the detector. */
const WINDOW = 512
/** Seconds of sound in the detector's buffer: more than the longest speech that it returns in one piece. */
const KEPT_SECONDS = 60
/**
 * Changes of the makers' defaults: pauses within an utterance are as long as ours, and we cut long speech ourselves, at
 * its quietest place.
 */
const MIN_SILENCE = 0.4
const MAX_SPEECH = 45

/** Loads a voice-activity model. @throws Error when it cannot be read, or is not the pinned one */
export async function open(pinned: PinnedFile) {
  await readPinned(pinned)
  const listen = () =>
    new sherpa.Vad(
      {
        sileroVad: {
          model: pinned.file,
          threshold: 0.5,
          minSilenceDuration: MIN_SILENCE,
          minSpeechDuration: 0.25,
          maxSpeechDuration: MAX_SPEECH,
          windowSize: WINDOW,
        },
        sampleRate: SAMPLE_RATE,
        numThreads: 1,
        provider: 'cpu',
        debug: false,
      },
      KEPT_SECONDS,
    )
  let vad = listen()
  let found: Utterance[] = []
  let left = new Float32Array(0)
  const heard = new HeardSoFar()
  return {
    /** Hears the next 16-bit samples of a sound. @param at number of samples before them */
    hear(at: number, block: Int16Array): void {
      heard.add(at, block.length)
      if (at === 0) [vad, found, left] = [listen(), [], new Float32Array(0)]
      const samples = new Float32Array(left.length + block.length)
      samples.set(left)
      fillFrom(block, samples, left.length)
      const whole = samples.length - (samples.length % WINDOW)
      for (let from = 0; from < whole; from += WINDOW) {
        vad.acceptWaveform(samples.subarray(from, from + WINDOW))
        take(vad, found)
      }
      left = samples.slice(whole)
    },
    /** The speech in all that was heard, in order. @param samples how many those are */
    find(samples: number): Utterance[] {
      heard.add(samples, 0)
      vad.flush()
      take(vad, found)
      return found
    },
  }
}

function take(vad: Vad, found: Utterance[]): void {
  for (; !vad.isEmpty(); vad.pop()) {
    const { start, samples } = vad.front(false)
    found.push({ start: start / SAMPLE_RATE, end: (start + samples.length) / SAMPLE_RATE })
  }
}
