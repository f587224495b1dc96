import { createHash } from 'node:crypto'
import { ENGINE_KINDS, type EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import type { EngineEntry, EngineIdentity, EngineSettings } from '../engine.ts'
import { engineOrder, isNamed } from '../registry.ts'
import { NARRATION, SHOTS, SIGNED_PICTURES } from './questions.ts'

/** Whether an engine has passed an examination; `waits` if it has sat none with these files. */
export type ExaminationState = 'passed' | 'refused' | 'waits'

/** An engine that is to be examined. */
export interface Candidate {
  readonly kind: EngineKind
  readonly entry: EngineEntry<EngineIdentity>
  /** The next engine that could be used instead; null if there is none. */
  readonly before: EngineEntry<EngineIdentity> | null
  /** Whether it must be as good as that engine. */
  readonly as_good: boolean
}

/** Another set of questions means other answers. */
const QUESTIONS = createHash('sha256')
  .update(JSON.stringify([NARRATION, SHOTS, SIGNED_PICTURES]))
  .digest('hex')

/** Identifies the files of an engine and the questions: what was examined with one fingerprint holds only for that one. */
export async function fingerprintOf(
  { weights = [] }: EngineEntry<EngineIdentity>,
  { models }: EngineSettings,
): Promise<string> {
  const found = await Promise.all(weights.map(async (name) => await models.folder(name)))
  const files = found.map((each) => (each.folder === null ? null : each.fingerprint))
  return createHash('sha256')
    .update(JSON.stringify([QUESTIONS, ...files]))
    .digest('hex')
}

/**
 * Finds the engines to examine, of each kind at most one: the best one that waits and would be used. Engines whose
 * weights come with the packages need no examination.
 * @param standing state of an engine with weights that this machine can run
 */
export async function findCandidates(
  settings: EngineSettings,
  standing: (entry: EngineEntry<EngineIdentity>) => Promise<ExaminationState>,
): Promise<Candidate[]> {
  const found: Candidate[] = []
  for (const kind of ENGINE_KINDS) {
    let waiting: EngineEntry<EngineIdentity> | null = null
    for (const entry of engineOrder(settings)[kind] as readonly EngineEntry<EngineIdentity>[]) {
      if ((await entry.obstacle(settings)) !== null) continue
      const stands = entry.weights ? await standing(entry) : 'passed'
      if (stands === 'waits') waiting ??= entry
      if (stands !== 'passed') continue
      if (waiting)
        found.push({ kind, entry: waiting, before: entry, as_good: mustBeAsGood(kind, waiting, entry, settings) })
      waiting = null
      break
    }
    if (waiting) found.push({ kind, entry: waiting, before: null, as_good: false })
  }
  return found
}

/** An engine that somebody has named, or that knows further languages, has another reason than its answers. */
function mustBeAsGood(
  kind: EngineKind,
  entry: EngineEntry<EngineIdentity>,
  before: EngineEntry<EngineIdentity>,
  settings: EngineSettings,
): boolean {
  if (isNamed(settings, kind, entry.id)) return false
  if (before.languages == null) return true
  return entry.languages?.every((language) => before.languages?.includes(language)) ?? false
}
