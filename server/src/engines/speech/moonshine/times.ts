import { SAMPLE_RATE } from '../sound/wav.ts'

/** Seconds of the frames whose loudness decides where a word is silent. */
const FRAME = 0.01
const FRAME_SAMPLES = FRAME * SAMPLE_RATE
/** Speech is louder than this share of the way from the quiet frames to the loud ones, in decibels. */
const SPEECH_SHARE = 0.25
/** Shares of the frames that are quieter: those of pauses, and almost all. */
const QUIET_SHARE = 0.1
const LOUD_SHARE = 0.95
/** Decibels relative to full scale: no pause is taken for quieter, since digital silence has no bottom. */
const BOTTOM_DB = -70
/** Seconds: a longer silence inside a word is the pause before it. Stops such as p and t are shorter. */
const PAUSE = 0.15
/** Seconds that a word keeps at least. */
const SHORTEST = 0.03

/** Seconds from the start of a stretch. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Takes silence from both ends of words, because attention gives a pause to the word behind it. Ends a word where the
 * next one begins.
 * @param samples of the stretch, -1 to 1
 * @param words in order
 */
export function withoutSilence<W extends Span>(samples: Float32Array, words: readonly W[]): W[] {
  const levels = levelsOf(samples)
  const sorted = levels.toSorted()
  const levelAt = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? BOTTOM_DB
  const quiet = Math.max(BOTTOM_DB, levelAt(QUIET_SHARE))
  const least = quiet + SPEECH_SHARE * (levelAt(LOUD_SHARE) - quiet)
  const isSilent = (frame: number) => (levels[frame] ?? BOTTOM_DB) < least
  const spans = words.map((word) => trimmed(word, isSilent))
  return words.map((word, place) => {
    const { start, end } = spans[place] as Span
    return { ...word, start, end: Math.max(start, Math.min(end, spans[place + 1]?.start ?? end)) }
  })
}

function trimmed({ start, end }: Span, isSilent: (frame: number) => boolean): Span {
  const [first, last] = [Math.round(start / FRAME), Math.round(end / FRAME)]
  let to = last
  while ((to - first) * FRAME > SHORTEST && isSilent(to - 1)) to--
  let from = first
  while (from < to - 1 && isSilent(from)) from++
  for (let [frame, silent] = [from, 0]; frame < to; frame++) {
    if (isSilent(frame)) silent++
    else {
      if (silent * FRAME >= PAUSE) from = frame
      silent = 0
    }
  }
  return { start: from > first ? from * FRAME : start, end: to < last ? to * FRAME : end }
}

/** Decibels relative to full scale. Pre-emphasis makes rumble and hum count less than a voice. */
function levelsOf(samples: Float32Array): Float32Array {
  let previous = 0
  return Float32Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, frame) => {
    let energy = 0
    for (let at = frame * FRAME_SAMPLES; at < (frame + 1) * FRAME_SAMPLES; at++) {
      const sharp = (samples[at] as number) - 0.9 * previous
      previous = samples[at] as number
      energy += sharp * sharp
    }
    return 10 * Math.log10(energy / FRAME_SAMPLES + 1e-12)
  })
}
