import { SAMPLE_RATE } from './wav.ts'

/** A stretch of speech, in seconds. */
export interface Utterance {
  readonly start: number
  readonly end: number
}

/** Total length, in seconds. */
export const secondsOf = (utterances: readonly Utterance[]): number =>
  utterances.reduce((sum, { start, end }) => sum + end - start, 0)

/** Measurements of one frame of sound. */
export interface Frame {
  /** Level in dB relative to full scale. */
  readonly level: number
  /** Whether it is periodic like a voice. */
  readonly voiced: boolean
}

/** Seconds of one frame. */
export const FRAME = 0.02
const FRAME_SAMPLES = FRAME * SAMPLE_RATE

/** Maximum seconds: an utterance is decoded as a whole, and the decoder's memory grows with it. */
export const MAX_UTTERANCE = 29
/** Seconds of sound before and after, so that no first or last consonant is lost. */
const PADDING = 0.2
/** Seconds: a shorter pause does not end an utterance, since words help to recognise their neighbours. */
const MIN_PAUSE = 0.5
/** Seconds: shorter sounds are knocks and clicks. */
const MIN_SPEECH = 0.24
/** Minimum share of voiced frames among an utterance's loud ones: speech has 40 to 70 %, noise almost none. */
const MIN_VOICED = 0.2
/** Frames below this level are always silence: dither and codec noise. */
export const SILENCE_DB = -58
/**
 * The background is the level that a tenth of the frames within this many seconds do not exceed: pauses between words,
 * or noise.
 */
const BACKGROUND_SECONDS = 12
const BACKGROUND_SHARE = 0.1
/** Speech exceeds its background by at least this, or by this share of the range up to the loudest sounds around it. */
const MIN_CONTRAST_DB = 6
const CONTRAST_SHARE = 0.3

/** Voices are periodic at these frequencies (Hz), with at least this autocorrelation one period later. */
const PITCH = { lowest: 70, highest: 380, correlation: 0.5 }
/** Pitch detection uses a quarter of the sample rate, which is enough and sixteen times faster. */
const PITCH_STEP = 4
const PITCH_RATE = SAMPLE_RATE / PITCH_STEP

/** Measures frames of 20 ms; samples may arrive in blocks of any size. */
export class FrameMeter {
  readonly frames: Frame[] = []
  #left = new Int16Array(0)
  /** The last samples at the lower rate: a window of two periods of the deepest voice. */
  #window = new Float32Array(Math.ceil((2 * PITCH_RATE) / PITCH.lowest))
  #previous = 0

  add(block: Int16Array): void {
    const samples = new Int16Array(this.#left.length + block.length)
    samples.set(this.#left)
    samples.set(block, this.#left.length)
    const whole = Math.floor(samples.length / FRAME_SAMPLES) * FRAME_SAMPLES
    for (let i = 0; i < whole; i += FRAME_SAMPLES)
      this.frames.push(this.#measure(samples.subarray(i, i + FRAME_SAMPLES)))
    this.#left = samples.slice(whole)
  }

  #measure(samples: Int16Array): Frame {
    let energy = 0
    const coarse = new Float32Array(FRAME_SAMPLES / PITCH_STEP)
    for (let i = 0; i < samples.length; i++) {
      const sample = (samples[i] as number) / 32_768
      // Pre-emphasis reduces rumble and hum against the voice.
      const sharp = sample - 0.9 * this.#previous
      this.#previous = sample
      energy += sharp * sharp
      coarse[Math.floor(i / PITCH_STEP)]! += sample / PITCH_STEP
    }
    this.#window.copyWithin(0, coarse.length)
    this.#window.set(coarse, this.#window.length - coarse.length)
    const level = 10 * Math.log10(energy / samples.length + 1e-12)
    return { level, voiced: level > SILENCE_DB && isPeriodic(this.#window) }
  }
}

/** Whether the normalised autocorrelation has a peak at a voice's period. */
function isPeriodic(window: Float32Array): boolean {
  const shortest = Math.floor(PITCH_RATE / PITCH.highest)
  const longest = Math.ceil(PITCH_RATE / PITCH.lowest)
  const length = window.length - longest
  const mean = window.reduce((sum, value) => sum + value, 0) / window.length
  const centred = window.map((value) => value - mean)
  let [previous, falling] = [1, true]
  for (let lag = 1; lag <= longest; lag++) {
    let [product, first, second] = [0, 1e-9, 1e-9]
    for (let i = 0; i < length; i++) {
      const a = centred[i] as number
      const b = centred[i + lag] as number
      product += a * b
      first += a * a
      second += b * b
    }
    const correlation = product / Math.sqrt(first * second)
    // The slope down from lag zero is no period: only a rise after it counts.
    if (correlation > previous) falling = false
    if (!falling && lag >= shortest && correlation >= PITCH.correlation) return true
    previous = correlation
  }
  return false
}

/** A range of frames; the end is exclusive. */
interface Run {
  readonly from: number
  to: number
}

/**
 * Finds utterances: stretches that exceed the background around them and contain a voice. They are padded by 0.2 s, at
 * most 29 s long, in order, and never overlap.
 */
export function findUtterances(frames: readonly Frame[]): Utterance[] {
  const loud = loudFrames(frames)
  const runs: Run[] = []
  for (let i = 0; i < frames.length; i++) if (loud[i]) extend(runs, i, i + 1)
  return cut(
    frames,
    runs.filter(({ from, to }) => isSpeech(frames, loud, from, to)),
  )
}

/** Makes utterances from speech that a model has found: joined, padded and cut like those of `findUtterances`. */
export function utterancesOf(frames: readonly Frame[], speech: readonly Utterance[]): Utterance[] {
  const runs: Run[] = []
  for (const { start, end } of speech) {
    const [from, to] = [Math.floor(start / FRAME), Math.min(frames.length, Math.ceil(end / FRAME))]
    if (from < to) extend(runs, from, to)
  }
  return cut(frames, runs)
}

/** Extends the last run, or begins another after a pause. */
function extend(runs: Run[], from: number, to: number): void {
  const last = runs.at(-1)
  if (last && (from - last.to) * FRAME < MIN_PAUSE) last.to = Math.max(last.to, to)
  else runs.push({ from, to })
}

function cut(frames: readonly Frame[], runs: readonly Run[]): Utterance[] {
  const padding = Math.round(PADDING / FRAME)
  let free = 0
  return runs
    .flatMap(({ from, to }) => {
      const start = Math.max(free, from - padding)
      const end = Math.min(frames.length, to + padding)
      free = end
      return split(frames, start, end)
    })
    .map(([from, to]) => ({ start: from * FRAME, end: to * FRAME }))
}

function isSpeech(frames: readonly Frame[], loud: Uint8Array, from: number, to: number): boolean {
  let [sounding, voiced] = [0, 0]
  for (let i = from; i < to; i++) {
    if (!loud[i]) continue
    sounding++
    if (frames[i]?.voiced) voiced++
  }
  return sounding * FRAME >= MIN_SPEECH && voiced >= MIN_VOICED * sounding
}

function loudFrames(frames: readonly Frame[]): Uint8Array {
  const reach = Math.round(BACKGROUND_SECONDS / 2 / FRAME)
  const step = Math.round(1 / FRAME)
  const loud = new Uint8Array(frames.length)
  for (let from = 0; from < frames.length; from += step) {
    const around = Float32Array.from(
      frames.slice(Math.max(0, from - reach), from + reach),
      (frame) => frame.level,
    ).sort()
    const background = around[Math.floor(around.length * BACKGROUND_SHARE)] as number
    const peak = around[Math.floor(around.length * 0.95)] as number
    const contrast = Math.max(MIN_CONTRAST_DB, CONTRAST_SHARE * (peak - Math.max(background, SILENCE_DB)))
    const threshold = Math.max(SILENCE_DB, background) + contrast
    for (let i = from; i < Math.min(frames.length, from + step); i++)
      loud[i] = (frames[i] as Frame).level > threshold ? 1 : 0
  }
  return loud
}

/** Cuts a stretch that is too long at its quietest tenth of a second. */
function split(frames: readonly Frame[], from: number, to: number): [number, number][] {
  const most = Math.floor(MAX_UTTERANCE / FRAME)
  if (to - from <= most) return [[from, to]]
  const half = Math.round(0.05 / FRAME)
  let [best, quietest] = [from + most, Infinity]
  for (let i = from + Math.floor(most / 2); i < from + most; i++) {
    let level = 0
    for (let j = i - half; j <= i + half; j++) level += frames[j]?.level ?? 0
    if (level < quietest) [best, quietest] = [i, level]
  }
  return [[from, best], ...split(frames, best, to)]
}
