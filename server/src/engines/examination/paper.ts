import type { EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import { smallest } from '@footnote/contract/shared/extremes.ts'
import { FILM_SECONDS, type Moment, NARRATION, SHOTS, SIGNED_PICTURES } from './questions.ts'

/** Files cut out of the sample films. */
export interface Cuttings {
  /** @returns path of a picture file with the frame at a moment */
  picture(moment: Moment): Promise<string>
  /** @param until seconds from the start of the film @returns path of a 16 kHz mono WAV file that ends there */
  sound(from: Moment, until: number): Promise<string>
}

/** The questions of one kind with their files, in the order of asking. Plain data. */
export type Paper =
  | { readonly kind: 'speech'; readonly questions: readonly { file: string; said: string }[] }
  | { readonly kind: 'ocr'; readonly questions: readonly { file: string; signs: readonly string[] }[] }
  | {
      readonly kind: 'visual'
      readonly questions: readonly { file: string; ask: string; concepts: readonly string[] }[]
    }
  | { readonly kind: 'text'; readonly questions: readonly { line: string; ask: string }[] }

/** Seconds of sound before a sentence. */
const LEAD = 0.4

/** Cuts the questions of a kind out of the sample films. */
export async function paperOf(kind: EngineKind, cuttings: Cuttings): Promise<Paper> {
  switch (kind) {
    case 'speech':
      return {
        kind,
        questions: await inOrder(NARRATION, async ({ film, time, say }) => {
          const later = NARRATION.filter((line) => line.film === film && line.time > time).map((line) => line.time)
          const until = smallest([FILM_SECONDS[film], ...later.map((next) => next - LEAD)])
          return { file: await cuttings.sound({ film, time: time - LEAD }, until), said: say }
        }),
      }
    case 'ocr':
      return {
        kind,
        questions: await inOrder(SIGNED_PICTURES, async ({ signs, ...moment }) => ({
          file: await cuttings.picture(moment),
          signs,
        })),
      }
    case 'visual':
      return {
        kind,
        questions: await inOrder(SHOTS, async ({ ask, concepts, ...moment }) => ({
          file: await cuttings.picture(moment),
          ask,
          concepts,
        })),
      }
    case 'text':
      return { kind, questions: NARRATION.map(({ say, ask }) => ({ line: say, ask })) }
  }
}

async function inOrder<Q, R>(questions: readonly Q[], cut: (question: Q) => Promise<R>): Promise<R[]> {
  const made: R[] = []
  for (const question of questions) made.push(await cut(question))
  return made
}
