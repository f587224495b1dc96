import type { EngineKind } from '@footnote/contract/nouns/indexing.ts'
import type { EngineLender } from '../../engines/pool.ts'
import type { EngineOf } from '../../engines/registry.ts'
import type { ModalityHit } from '../ranking/hit.ts'
import type { Standing } from '../ranking/standing.ts'

/** Who is asked, and who is told when one of them fails. */
export interface AskedEngines {
  /** Lends the engines that queries are embedded by. */
  readonly engines: EngineLender
  /** Told why an engine did not embed a query; what else answers it is found all the same. */
  readonly onFailure?: (error: unknown) => void
}

/** What engines found, why others did not, and how many answered. */
export interface Answers {
  readonly hits: ModalityHit[]
  readonly failures: readonly unknown[]
  readonly answers: number
}

/** Asks every engine that videos stand on and that this machine can run, all at once. */
export async function askEngines<Kind extends EngineKind>(
  { engines: lender, onFailure }: AskedEngines,
  kind: Kind,
  standing: Standing,
  ask: (engine: EngineOf[Kind], video_ids: readonly string[]) => Promise<ModalityHit[]>,
): Promise<Answers> {
  const { engines, release } = await lender.lendBy(kind, [...standing.keys()])
  try {
    const asked = await Promise.allSettled(engines.map((engine) => ask(engine, standing.get(engine.id) ?? [])))
    const failures = asked.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
    for (const failure of failures) onFailure?.(failure)
    const found = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    return { hits: found.flat(), failures, answers: found.length }
  } finally {
    release()
  }
}
