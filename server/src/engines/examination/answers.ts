import type { EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import { largest } from '@footnote/contract/shared/extremes.ts'
import type { OcrEngine, Sample, SampleDescription, SpeechEngine, TextEngine, VisualEngine } from '../engine.ts'
import { EngineError, type EngineFailure } from '../engine-error.ts'
import type { EngineOf } from '../registry.ts'
import type { Paper } from './paper.ts'
import { wordErrors, wordsOf } from './word-errors.ts'

/** The result of one question. Speech: wrong words, of the words that were said. Otherwise 0 or 1, of 1. */
export interface Answer {
  readonly wrong: number
  readonly of: number
}

type PaperOf<Kind extends EngineKind> = Extract<Paper, { kind: Kind }>['questions']
type Ask<Kind extends EngineKind> = (
  engine: EngineOf[Kind],
  questions: PaperOf<Kind>,
  signal: AbortSignal,
) => AsyncIterable<Answer>

/**
 * How each kind is asked. Yields an answer a question, in the paper's order, and may yield fewer once the signal is
 * aborted.
 * @throws what the engine throws
 */
export const ASK: { readonly [Kind in EngineKind]: Ask<Kind> } = { speech: listen, ocr: read, visual: look, text: rank }

async function* listen(
  engine: SpeechEngine,
  questions: PaperOf<'speech'>,
  signal: AbortSignal,
): AsyncGenerator<Answer> {
  const language = engine.languages.includes('en') ? 'en' : null
  for (const { file, said } of questions) {
    const words = wordsOf(said)
    const heard = await attempt(
      async () => {
        const lines = await Array.fromAsync(engine.transcribe(file, { language, signal }))
        return wordErrors(words, wordsOf(lines.map(({ text }) => text).join(' ')))
      },
      words.length,
      signal,
    )
    yield { wrong: heard, of: words.length }
  }
}

async function* read(engine: OcrEngine, questions: PaperOf<'ocr'>, signal: AbortSignal): AsyncGenerator<Answer> {
  for (const { file, signs } of questions) {
    const found = await attempt(
      async () => lettersOf((await engine.read(file, signal)).map(({ text }) => text)),
      '',
      signal,
    )
    for (const sign of signs) yield answer(found.includes(lettersOf([sign])))
  }
}

/** Letters and digits alone: engines part lines differently, and spaces in them. */
const lettersOf = (lines: readonly string[]): string =>
  lines
    .join('')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

async function* look(engine: VisualEngine, questions: PaperOf<'visual'>, signal: AbortSignal): AsyncGenerator<Answer> {
  const samples = questions.map(({ file }, at): Sample => ({ time: at, shot: at, file }))
  const pictures = await attempt(async () => await Array.fromAsync(engine.describe(samples, signal)), [], signal)
  for (const [at, { ask, concepts }] of questions.entries()) {
    const closest = await attempt(
      async () => {
        const vector = await engine.embedText(ask)
        return indexOfLargest(pictures.map((each) => (vector ? cosine(vector, each.vector) : sureness(each, concepts))))
      },
      -1,
      signal,
    )
    yield answer(closest === at)
  }
}

/** How sure an engine without embeddings is of concepts in a picture: the sum over their confidences. */
const sureness = ({ concepts }: SampleDescription, asked: readonly string[]): number =>
  asked.reduce(
    (sum, name) =>
      sum + largest([0, ...concepts.filter((each) => each.name === name).map(({ confidence }) => confidence)]),
    0,
  )

async function* rank(engine: TextEngine, questions: PaperOf<'text'>, signal: AbortSignal): AsyncGenerator<Answer> {
  const lines = questions.map(({ line }) => line)
  const passages = await attempt(async () => await Array.fromAsync(engine.embed(lines, 'passage', signal)), [], signal)
  for (const [at, { ask }] of questions.entries()) {
    const closest = await attempt(
      async () => {
        const [query] = await Array.fromAsync(engine.embed([ask], 'query', signal))
        return indexOfLargest(passages.map((passage) => cosine(query, passage)))
      },
      -1,
      signal,
    )
    yield answer(closest === at)
  }
}

/** Failures that say nothing about the model. */
const OTHERS: readonly EngineFailure[] = ['killed', 'timed_out', 'closed']

/**
 * Asks once. A model that breaks on a question has not answered it.
 * @throws the signal's reason; an EngineError that is not the model's fault
 */
async function attempt<T>(ask: () => Promise<T>, unanswered: T, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  try {
    return await ask()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EngineError && OTHERS.includes(error.failure)) throw error
    return unanswered
  }
}

const answer = (right: boolean): Answer => ({ wrong: right ? 0 : 1, of: 1 })

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a && b ? a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) : Number.NaN

/** Place of the largest number; -1 for numbers that are all alike or no numbers, which point at nothing. */
function indexOfLargest(numbers: readonly number[]): number {
  const most = largest(numbers)
  return numbers.filter((number) => number === most).length === 1 ? numbers.indexOf(most) : -1
}
