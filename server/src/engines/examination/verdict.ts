import type { EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import type { Answer } from './answers.ts'

/** Answers together: how many words or answers were wrong, of how many. */
export interface Figures {
  readonly wrong: number
  readonly of: number
}

/** What decides whether an engine may be used. */
export interface ExaminationResult {
  readonly kind: EngineKind
  readonly name: string
  /** In the order of the questions. */
  readonly answers: readonly Answer[]
  /** The engine that it would replace, with its answers to the same questions; null if there is none. */
  readonly before: { readonly name: string; readonly answers: readonly Answer[] } | null
  /** Whether it must be as good as that engine; otherwise it must only not be broken. */
  readonly as_good: boolean
}

/** The decision. */
export interface Verdict {
  readonly passed: boolean
  readonly figures: Figures
  /** Of the engine before it, to the same questions; null if there is none. */
  readonly before: Figures | null
  /** Why it was refused, in a sentence; null if it passed. */
  readonly reason: string | null
}

/** Answers that an engine may have fewer than the one it replaces, and the same of words: a share of all. */
const FEWER_ANSWERS = 1
const MORE_WRONG_WORDS = 0.02
/** Shares above which an engine is broken. */
const BROKEN = { words: 0.3, answers: 0.5 }

/** Decides about an examined engine. */
export function verdictOf({ kind, name, answers, before, as_good }: ExaminationResult): Verdict {
  const compared = before ? Math.min(answers.length, before.answers.length) : 0
  const figures = sumOf(answers)
  const others = before && compared > 0 ? sumOf(before.answers.slice(0, compared)) : null
  const passed =
    answers.length > 0 &&
    (as_good && others ? isAsGood(kind, sumOf(answers.slice(0, compared)), others) : !isBroken(kind, figures))
  const reason = passed ? null : reasonOf(kind, name, figures, before && others && { name: before.name, ...others })
  return { passed, figures, before: others, reason }
}

function sumOf(answers: readonly Answer[]): Figures {
  return answers.reduce((sum, { wrong, of }) => ({ wrong: sum.wrong + wrong, of: sum.of + of }), { wrong: 0, of: 0 })
}

const isAsGood = (kind: EngineKind, own: Figures, others: Figures): boolean =>
  kind === 'speech'
    ? own.wrong / own.of - others.wrong / others.of <= MORE_WRONG_WORDS
    : own.wrong - others.wrong <= FEWER_ANSWERS

const isBroken = (kind: EngineKind, { wrong, of }: Figures): boolean =>
  wrong / of > (kind === 'speech' ? BROKEN.words : BROKEN.answers)

function reasonOf(kind: EngineKind, name: string, own: Figures, before: (Figures & { name: string }) | null): string {
  if (own.of === 0) return `${name} answered no question in two minutes of processor time.`
  const said = `${name} ${wordsOf(kind, own)} in its examination`
  return before ? `${said}; ${before.name} ${wordsOf(kind, before)}.` : `${said}.`
}

const wordsOf = (kind: EngineKind, { wrong, of }: Figures): string =>
  kind === 'speech' ? `heard ${wrong} of ${of} words wrong` : `gave ${of - wrong} of ${of} right answers`
