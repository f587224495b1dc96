import type { EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import type { EngineEntry, EngineIdentity, EngineSettings } from '../../engines/engine.ts'
import { EngineError } from '../../engines/engine-error.ts'
import type { Answer } from '../../engines/examination/answers.ts'
import { type Candidate, findCandidates, fingerprintOf } from '../../engines/examination/candidates.ts'
import { examine } from '../../engines/examination/examine.ts'
import { paperOf } from '../../engines/examination/paper.ts'
import { verdictOf } from '../../engines/examination/verdict.ts'
import {
  beginExamination,
  continueExamination,
  endExamination,
  leaveExamination,
} from '../../features/library/indexing/examinations/commands.ts'
import { type Examinee, readExamination } from '../../features/library/indexing/examinations/queries.ts'
import type { MediaTools } from '../../media/sandbox.ts'
import { withJobFolder } from '../../platform/confinement/job-folder.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/queue/jobs.ts'
import { standingOf } from './admission.ts'
import { cutFilms } from './cuttings.ts'

export interface ExaminingOptions {
  readonly db: Database
  readonly log: Log
  readonly settings: EngineSettings
  readonly tools: MediaTools
  /** Absolute path of the folder for jobs' private folders. */
  readonly work_dir: string
  /** Absolute path of the folder of the sample films. */
  readonly films_folder: string
  /** Called after each examination. */
  readonly onExamined: () => Promise<void>
  /** Milliseconds between two searches for engines to examine. */
  readonly interval?: number
}

const INTERVAL = 30_000
/** Milliseconds between two signs of life. */
const SIGN_OF_LIFE = 10_000

/**
 * Examines downloaded models in the background, one at a time, before they are used. The engine that a model would
 * replace sits the same questions, once.
 * @returns `look` searches for engines to examine at once; `stop` breaks off a running examination, which then begins
 * again later
 */
export function examineModels(options: ExaminingOptions) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null
  const look = () => {
    running ??= examineAll(options, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) options.log.warn({ err: error }, 'models could not be examined')
      })
      .finally(() => {
        running = null
      })
  }
  look()
  const timer = setInterval(look, options.interval ?? INTERVAL)
  return {
    look,
    async stop(): Promise<void> {
      clearInterval(timer)
      stopping.abort(new Error('The process is stopping.'))
      await running
    },
  }
}

/** Examines until no engine waits that this worker may examine. */
async function examineAll(options: ExaminingOptions, signal: AbortSignal): Promise<void> {
  const { db, settings } = options
  for (let examined = true; examined; ) {
    examined = false
    const candidates = await findCandidates(settings, async (entry) => (await standingOf(db, settings, entry)).standing)
    for (const candidate of candidates) {
      signal.throwIfAborted()
      const { kind, entry } = candidate
      const examinee = { engine: entry.id, fingerprint: await fingerprintOf(entry, settings) }
      if (!(await beginExamination(db, { ...examinee, kind, name: entry.name }))) continue
      await examineCandidate(options, candidate, examinee, signal)
      await options.onExamined()
      examined = true
    }
  }
}

/** Examines one engine and stores the verdict. */
async function examineCandidate(
  options: ExaminingOptions,
  { kind, entry, before, as_good }: Candidate,
  examinee: Examinee,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = options
  const { name } = entry
  const alive = setInterval(() => {
    continueExamination(db, examinee).catch(() => undefined)
  }, SIGN_OF_LIFE)
  try {
    log.info({ engine: entry.id }, 'engine is being examined')
    const others = before && { name: before.name, answers: await answersOfBefore(options, kind, before, signal) }
    const answers = await sit(options, kind, entry, signal)
    const verdict = verdictOf({ kind, name, answers, before: others, as_good })
    const { passed, figures, reason } = verdict
    log.info({ engine: entry.id, passed, ...figures, before: verdict.before, reason }, 'engine was examined')
    await endExamination(db, {
      ...examinee,
      kind,
      name,
      ...(passed ? { state: 'passed', allowed: false } : { state: 'refused' }),
      answers,
      before_name: verdict.before && (before?.name ?? null),
      before_wrong: verdict.before?.wrong ?? null,
      before_of: verdict.before?.of ?? null,
      reason,
    })
  } catch (error) {
    if (signal.aborted) {
      await leaveExamination(db, examinee)
      throw error
    }
    const why = error instanceof Error ? error.message : String(error)
    log.warn({ engine: entry.id, err: error }, 'engine could not be examined')
    const reason = `${name} could not be examined: ${why.split('\n', 1)[0]}`
    await endExamination(db, { ...examinee, kind, name, state: 'waits', answers: [], reason })
  } finally {
    clearInterval(alive)
  }
}

/** The stored answers of an engine, or those of an examination now. */
async function answersOfBefore(
  options: ExaminingOptions,
  kind: EngineKind,
  entry: EngineEntry<EngineIdentity>,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const { db, settings } = options
  const examinee = { engine: entry.id, fingerprint: await fingerprintOf(entry, settings) }
  const stored = await readExamination(db, examinee)
  if (stored && stored.answers.length > 0) return stored.answers
  const answers = await sit(options, kind, entry, signal)
  // An engine that an admin has allowed keeps the state of its own examination.
  if (!stored) await endExamination(db, { ...examinee, kind, name: entry.name, state: 'measured', answers })
  return answers
}

/** The answers of an engine; none of one whose process ends. @throws when the engine is not at fault */
async function sit(
  { settings, tools, work_dir, films_folder }: ExaminingOptions,
  kind: EngineKind,
  entry: EngineEntry<EngineIdentity>,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  return await withJobFolder(work_dir, async (folder) => {
    const paper = await paperOf(kind, cutFilms({ tools, folder, signal }, films_folder))
    try {
      return (await examine(entry, paper, settings, { signal })).answers
    } catch (error) {
      if (error instanceof EngineError && error.failure === 'crashed') return []
      throw error
    }
  })
}
