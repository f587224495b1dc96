import type { EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import type { EngineLender } from '../../engines/pool.ts'
import type { EngineOf } from '../../engines/registry.ts'
import type { ModalityHit } from '../ranking/hit.ts'
import type { VideosByEngine } from '../ranking/stable-engines.ts'

/** The engines for a query, and the receiver of their failures. */
export interface AskedEngines {
  /** Lends the engines that embed queries. */
  readonly engines: EngineLender
  /** Called with the reason why an engine did not embed a query; the other engines still answer. */
  readonly onFailure?: (error: unknown) => void
}

/** The results of engines, the failures of others, and the number of successes. */
export interface Answers {
  readonly hits: ModalityHit[]
  readonly failures: readonly unknown[]
  readonly answers: number
}

/** Asks all engines with results of the videos that this machine can run, in parallel. */
export async function askEngines<Kind extends EngineKind>(
  { engines: lender, onFailure }: AskedEngines,
  kind: Kind,
  by_engine: VideosByEngine,
  ask: (engine: EngineOf[Kind], video_ids: readonly string[]) => Promise<ModalityHit[]>,
): Promise<Answers> {
  using loan = await lender.lendBy(kind, [...by_engine.keys()])
  const { engines } = loan
  const asked = await Promise.allSettled(engines.map((engine) => ask(engine, by_engine.get(engine.id) ?? [])))
  const failures = asked.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  for (const failure of failures) onFailure?.(failure)
  const found = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  return { hits: found.flat(), failures, answers: found.length }
}
