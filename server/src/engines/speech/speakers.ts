import path from 'node:path'
import { largest } from '@footnote/contract/shared/extremes.ts'
import type { EngineSettings, Word } from '../engine.ts'
import { hostEngine } from '../process/host.ts'
import { blocksOf, feed } from './sound/feeding.ts'
import type { Sound } from './sound/sound.ts'
import { SAMPLE_RATE } from './sound/wav.ts'
import type { open, SpeakersSettings, Turn } from './speakers.process.ts'
import { tryOut } from './trial.ts'

const SEGMENTATION = { model: 'speaker-segmentation', file: 'model.onnx' }
const EMBEDDING = { model: 'speaker-embedding', file: 'wespeaker_en_voxceleb_resnet34_LM.onnx' }
/**
 * Seconds: longer sound is skipped, since it would be held in memory as a whole, and the work grows with its square.
 */
const LONGEST = 3 * 3600
const TIMEOUT_MS = 3 * 3_600_000

/** Finds who speaks when, if both voice models are available. @returns no turns otherwise */
export async function turnsIn(
  sound: Sound,
  { models, threads }: EngineSettings,
  { onRemark, signal }: { readonly onRemark?: ((sentence: string) => void) | undefined; readonly signal: AbortSignal },
): Promise<readonly Turn[]> {
  const [{ folder: segmentation }, { folder: embedding }] = await Promise.all([
    models.folder(SEGMENTATION.model),
    models.folder(EMBEDDING.model),
  ])
  if (segmentation === null || embedding === null) return []
  const end = sound.layout.samples / SAMPLE_RATE
  if (end > LONGEST) {
    onRemark?.(`Speakers are not named: the sound is longer than ${LONGEST / 3600} hours.`)
    return []
  }
  const files = [path.join(segmentation, SEGMENTATION.file), path.join(embedding, EMBEDDING.file)] as const
  const settings: SpeakersSettings = { segmentation: files[0], embedding: files[1], threads }
  const hosted = { module: new URL('./speakers.process.ts', import.meta.url), settings, models: files }
  const obstacle = await tryOut({ name: 'The pair of models for voices', folder: '', weights: files }, hosted)
  if (obstacle !== null) {
    onRemark?.(obstacle)
    return []
  }
  await using host = hostEngine<Awaited<ReturnType<typeof open>>>({ ...hosted, timeout_ms: TIMEOUT_MS })
  const turns = await feed(
    blocksOf(sound),
    (at, block) => host.call('hear', [at, block, sound.layout.samples], signal),
    (samples) => host.call('turns', [samples], signal),
  )
  return absorbSmall(turns)
}

/** A voice with less than this share of all talk is a fragment of another one, */
const LEAST_SHARE = 0.02
/**
 * and so is one with fewer seconds than this. In short talk, where everybody speaks little, the share replaces the
 * seconds.
 */
const LEAST_SECONDS = 30
const LEAST_OF_SHORT = 0.1

/**
 * Merges the turns of fragments into the voice of the nearest turn: coughs, laughter and distance from the microphone
 * split voices. The voice with the most talk always stays.
 */
export function absorbSmall(turns: readonly Turn[]): Turn[] {
  const talk = new Map<number, number>()
  for (const { speaker, start, end } of turns) talk.set(speaker, (talk.get(speaker) ?? 0) + end - start)
  const all = [...talk.values()].reduce((sum, seconds) => sum + seconds, 0)
  const least = Math.max(LEAST_SHARE * all, Math.min(LEAST_SECONDS, LEAST_OF_SHORT * all))
  const most = largest(talk.values())
  const large = turns.filter(({ speaker }) => [most, least].some((enough) => (talk.get(speaker) ?? 0) >= enough))
  const between = (a: Turn, b: Turn) => Math.max(a.start, b.start) - Math.min(a.end, b.end)
  return turns.map((turn) => {
    if (large.includes(turn)) return turn
    const { speaker } = large.reduce((best, other) => (between(turn, other) < between(turn, best) ? other : best))
    return { ...turn, speaker }
  })
}

/** Successive words of one voice. */
export interface SpokenRun {
  /** Counted from 1 in the order of first words; null if voices are not distinguished. */
  readonly speaker: number | null
  readonly words: readonly Word[]
}

/**
 * Assigns words to voices, and numbers voices in order of appearance. Use one instance per file, since it remembers the
 * voices.
 */
export class Voices {
  readonly #turns: readonly Turn[]
  readonly #numbers = new Map<number, number>()

  constructor(turns: readonly Turn[]) {
    this.#turns = turns
  }

  /** Splits an utterance where another voice begins. A word outside all turns belongs to the nearest turn. */
  part(words: readonly Word[]): SpokenRun[] {
    const runs: { speaker: number | null; words: Word[] }[] = []
    for (const word of words) {
      const speaker = this.#numberOf(this.#speakerOf(word))
      const last = runs.at(-1)
      if (last && last.speaker === speaker) last.words.push(word)
      else runs.push({ speaker, words: [word] })
    }
    return runs
  }

  #numberOf(voice: number | null): number | null {
    if (voice === null) return null
    const number = this.#numbers.get(voice) ?? this.#numbers.size + 1
    this.#numbers.set(voice, number)
    return number
  }

  #speakerOf({ start, end }: Word): number | null {
    let [best, most] = [null as number | null, Number.NEGATIVE_INFINITY]
    for (const turn of this.#turns) {
      // Seconds in common; if negative, seconds between.
      const shared = Math.min(end, turn.end) - Math.max(start, turn.start)
      if (shared > most) [best, most] = [turn.speaker, shared]
    }
    return best
  }
}
