import type { EngineExamination } from '../indexing.ts'

/** The state of an examination in a sentence, with the figures of both engines. */
export function examinationWords({ kind, name, state, figures, before, reason }: EngineExamination): string {
  if (state === 'running') return `${name} is being examined.`
  if (state === 'waits' || figures === null) return reason ?? `${name} waits for its examination.`
  if (state === 'refused' && reason !== null) return reason
  const counted = ({ wrong, of }: { readonly wrong: number; readonly of: number }) =>
    kind === 'speech' ? `${wrong} of ${of} words wrong` : `${of - wrong} of ${of} answers`
  const own = `Examined: ${counted(figures)}`
  return before ? `${own}; ${before.name}, the engine before it, ${counted(before)}.` : `${own}.`
}
