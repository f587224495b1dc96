import type { EngineSettings, Listening, SpokenLine, Word } from '../engine.ts'
import type { PinnedFile } from '../models/pinned-file.ts'
import { cuesOf } from './cues.ts'
import { collapseRepeats } from './repeats.ts'
import { listen, type Sound } from './sound/sound.ts'
import type { Utterance } from './sound/utterances.ts'
import { utterancesIn } from './sound/voice.ts'
import { SAMPLE_RATE } from './sound/wav.ts'
import { turnsIn, Voices } from './speakers.ts'

/** Shares of the work: finding speech, and distinguishing voices. */
const LISTENING_SHARE = 0.05
const VOICES_SHARE = 0.15

/** What a model heard in a stretch of sound. */
export interface HeardStretch {
  /** Seconds from the start of the sound: the next stretch begins here or later. */
  readonly end: number
  readonly words: readonly Word[]
  /** BCP 47. */
  readonly language: string
  /** Whether the words may be wrong altogether. */
  readonly unsure?: boolean
}

/** Speech that a model has to hear. */
export interface ToHear {
  readonly sound: Sound
  /** In order; they can be read once. */
  readonly utterances: AsyncGenerator<Utterance>
  /** Seconds; what ends before was heard earlier. */
  readonly after: number
  readonly signal: AbortSignal
}

export interface TranscriptionSettings extends Pick<EngineSettings, 'models' | 'threads'> {
  /** Model of voice activity; Silero's by default. */
  readonly voice?: PinnedFile | undefined
  /** Seconds of an utterance. */
  readonly longest: number
  /** Aborted when the engine is closed. */
  readonly closing: AbortSignal
}

/**
 * Transcribes a sound with the words that a model hears: finds utterances and voices, cuts repetitions, makes lines.
 * @param hear yields stretches in order
 */
export async function* linesOf(
  file: string,
  listening: Omit<Listening, 'language'>,
  settings: TranscriptionSettings,
  hear: (speech: ToHear) => AsyncIterable<HeardStretch>,
): AsyncGenerator<SpokenLine> {
  const { heard: earlier = null, onHeard, onProgress, onRemark, signal: outer } = listening
  const signal = outer ? AbortSignal.any([outer, settings.closing]) : settings.closing
  const sound = await listen(file, signal)
  const after = earlier?.until ?? 0
  const utterances = utterancesIn(sound, { model: settings.voice, longest: settings.longest, after, signal })
  const first = await utterances.next()
  onProgress?.(LISTENING_SHARE)
  const turns = first.done ? [] : await turnsIn(sound, settings, { onRemark, signal })
  const before = turns.length > 0 ? LISTENING_SHARE + VOICES_SHARE : LISTENING_SHARE
  onProgress?.(before)
  const voices = new Voices(turns)
  // Voices are numbered in order of appearance; this restores the earlier numbers.
  for (const { words } of earlier?.cues ?? []) voices.part(words)
  const seconds = sound.layout.samples / SAMPLE_RATE
  for await (const stretch of hear({ sound, utterances: withFirst(first, utterances), after, signal })) {
    yield* linesIn(stretch, voices)
    await onHeard?.(stretch.end)
    onProgress?.(before + (1 - before) * Math.min(1, stretch.end / seconds))
  }
  onProgress?.(1)
}

function linesIn({ words, language, unsure = false }: HeardStretch, voices: Voices): SpokenLine[] {
  const kept = collapseRepeats(words, ({ word }) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return voices.part(kept).flatMap(({ speaker, words: said }) =>
    cuesOf(said, language).map((cue) => ({
      ...cue,
      ...(speaker === null ? {} : { speaker }),
      ...(unsure || kept.length < words.length ? { unsure: true } : {}),
    })),
  )
}

/** All values of a generator of which the first was already taken. */
async function* withFirst<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}
