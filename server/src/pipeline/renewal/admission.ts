import type { EngineEntry, EngineIdentity, EngineSettings } from '../../engines/engine.ts'
import { type ExaminationState, fingerprintOf } from '../../engines/examination/candidates.ts'
import type { Admit } from '../../engines/registry.ts'
import { hasIndexed, readExamination } from '../../features/library/indexing/examinations/queries.ts'
import type { Database } from '../../platform/db/database.ts'

/** How an engine's files stand, by the stored examinations. */
export async function standingOf(
  db: Database,
  settings: EngineSettings,
  entry: EngineEntry<EngineIdentity>,
): Promise<{ readonly standing: ExaminationState; readonly reason: string | null }> {
  const fingerprint = await fingerprintOf(entry, settings)
  const examination = await readExamination(db, { engine: entry.id, fingerprint })
  if (examination?.state === 'passed' || examination?.allowed) return { standing: 'passed', reason: null }
  const standing = examination?.state === 'refused' ? 'refused' : 'waits'
  return { standing, reason: examination?.reason ?? null }
}

/**
 * Admits engines whose weights come with the packages, and those that have passed an examination. An engine that has
 * indexed videos of this installation keeps its place until its examination has ended, so that an upgrade does not fall
 * back to another one in between.
 * @param isOpen whether the database can be asked; until then only the packaged engines are admitted
 */
export const admissionBy =
  (db: Database, settings: EngineSettings, isOpen = () => true): Admit =>
  async (entry) => {
    if (!entry.weights) return null
    if (!isOpen()) return { reason: 'Footnote is starting.' }
    const { standing, reason } = await standingOf(db, settings, entry)
    if (standing === 'passed') return null
    if (standing === 'refused') return { reason: reason ?? '', refused: true }
    if (await hasIndexed(db, entry.id)) return null
    return { reason: reason ?? `${entry.name} is being examined.` }
  }
