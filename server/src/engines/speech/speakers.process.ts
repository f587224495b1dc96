import sherpa from 'sherpa-onnx-node'
import { HeardSoFar } from './sound/feeding.ts'
import { SAMPLE_RATE } from './sound/wav.ts'
import { fillFrom, noise } from './stretch.ts'

/** Settings of the process that distinguishes voices: paths of two models. */
export interface SpeakersSettings {
  readonly segmentation: string
  readonly embedding: string
  readonly threads: number
}

/** A time in which a voice speaks, in seconds; the numbers of voices have no order. */
export interface Turn {
  readonly start: number
  readonly end: number
  readonly speaker: number
}

/**
 * Voices closer than this (cosine distance of their two furthest samples) are one. With the library's 0.5, five people
 * were reported as 28 to 123; the reporter's measurements settled between 0.8 and 0.9.
 */
const SAME_VOICE = 0.8
/** Seconds: shorter turns and shorter gaps are ignored. */
const SHORTEST_TURN = 0.3
const SHORTEST_GAP = 0.5

/** Loads the two models. The runtime may end the process when a file is unusable. */
export async function open({ segmentation, embedding, threads }: SpeakersSettings) {
  const common = { numThreads: threads, provider: 'cpu', debug: false } as const
  const diarisation = new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation }, ...common },
    embedding: { model: embedding, ...common },
    clustering: { numClusters: -1, threshold: SAME_VOICE },
    minDurationOn: SHORTEST_TURN,
    minDurationOff: SHORTEST_GAP,
  })
  if (diarisation.sampleRate !== SAMPLE_RATE) throw new Error(`It takes ${diarisation.sampleRate} samples a second.`)
  let sound = new Float32Array(0)
  const heard = new HeardSoFar()
  return {
    /** Hears the next 16-bit samples of a sound. @param at number of samples before them @param all of the sound */
    hear(at: number, block: Int16Array, all: number): void {
      heard.add(at, block.length)
      if (at === 0) sound = new Float32Array(all)
      fillFrom(block, sound, at)
    },
    /** Who speaks when in all that was heard. @param samples how many those are */
    turns(samples: number): Turn[] {
      heard.add(samples, 0)
      return diarisation.process(sound)
    },
    /** Processes ten seconds of synthetic sound. */
    rehearse: () => void diarisation.process(noise(10 * SAMPLE_RATE)),
  }
}
