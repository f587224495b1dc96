import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ADVISORY_LOCKS } from '../../../../platform/db/advisory-locks.ts'
import { withConnection } from '../../../../platform/db/connections.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { isInside, realFolder } from '../../../../platform/storage/local/open-inside.ts'
import { findOwner } from '../../../identity/accounts/queries.ts'
import type { Services } from '../../../services.ts'
import type { ImportServices } from './add-file.ts'
import { failureOf, STILL, STILL_AFTER_GROWTH } from './failure.ts'
import { collectionNamed } from './find-collection.ts'
import { Writers } from './half-written.ts'
import { type FileRecord, forgetGone, knownFiles, noteNotTaken } from './known-files.ts'
import { type FoundFile, isUnchanged, scanFolder } from './scan-folder.ts'
import { type FileOutcome, takeFile } from './take-file.ts'

/** Milliseconds between two looks: network file systems send no events. */
const PAUSE = 10_000
/** Milliseconds after which a file that could not be taken is tried again. */
const RETRY = 600_000
/** A time of the last try after which the next look tries again. */
const AT_ONCE = new Date(0)
const MESSAGES = {
  taken: 'watched file taken',
  same: 'watched file not taken: its content is in the collection, or was',
  replaced: 'watched file taken in the place of its beginning',
} as const satisfies Partial<Record<FileOutcome, string>>
const LOOSE = 'It is in no sub-folder. Move it into one, whose name becomes its collection.'

export interface WatchOptions {
  readonly folder: string
  /** Address of the account whose videos the files become; null: the only one. */
  readonly owner: string | null
  /** Milliseconds between two looks. */
  readonly pause?: number
}

/**
 * Takes the files of a folder, a collection for each sub-folder, as soon as nobody writes to them. Of several workers one
 * looks at a time.
 * @returns a function that stops it
 */
export function watchFolder(
  services: ImportServices & Pick<Services, 'log'>,
  { pause = PAUSE, ...watched }: WatchOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const looks = new Looks(services, watched, signal)
  const running = (async () => {
    for (; !signal.aborted; await wait(pause, undefined, { signal }).catch(() => undefined)) await looks.next()
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

/** A file, since when it has been like that, and whether it was seen to change. */
interface Sight {
  readonly file: FoundFile
  readonly since: number
  readonly grew: boolean
}
type SightsByPath = Map<string, Sight>

const sightOf = (file: FoundFile, before: Sight | undefined): Sight =>
  before && isUnchanged(before.file, file) ? before : { file, since: Date.now(), grew: before !== undefined }

/** Looks of one worker at a folder. */
export class Looks {
  readonly #services: ImportServices & Pick<Services, 'log'>
  readonly #watched: WatchOptions
  readonly #signal: AbortSignal
  readonly #writers = new Writers()
  /** Files as an earlier look found them, by path. */
  #seen: SightsByPath = new Map()
  /** The last reason why nothing could be taken; it is logged once. */
  #trouble: string | null = null

  constructor(services: ImportServices & Pick<Services, 'log'>, watched: WatchOptions, signal: AbortSignal) {
    this.#services = services
    this.#watched = watched
    this.#signal = signal
  }

  async next(): Promise<void> {
    try {
      const trouble = await this.#alone(() => this.#look())
      if (trouble !== null && trouble !== this.#trouble)
        this.#services.log.warn({ folder: this.#watched.folder, trouble }, 'watched folder not read')
      this.#trouble = trouble
    } catch (error) {
      if (!this.#signal.aborted) this.#services.log.warn({ err: error }, 'look at the watched folder failed')
    }
  }

  /** The lock ends with its connection, also that of a killed worker. */
  async #alone(work: () => Promise<string | null>): Promise<string | null> {
    return await withConnection(this.#services.config.database_url, 'footnote-watch', async (client) => {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [ADVISORY_LOCKS.watch])
      return rows[0]?.free ? await work() : null
    })
  }

  /** @returns why nothing can be taken; null when all is well */
  async #look(): Promise<string | null> {
    const { db, config } = this.#services
    const folder = await realFolder(this.#watched.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      throw error
    })
    if (!folder) return 'There is no such folder.'
    if (isInside(folder, await realpath(config.data_dir))) return 'It is in the data folder of Footnote.'
    const owner = await findOwner(db, this.#watched.owner)
    if (!owner) return 'Its owner has no account. Sign up, or set WATCH_OWNER.'
    if (!owner.only) return 'There are several accounts. Say whose the videos are: WATCH_OWNER.'
    const known = await knownFiles(db, owner.viewer.company_id, folder)
    const seen: SightsByPath = new Map()
    let obstacle: string | null = null
    for await (const entry of scanFolder(folder)) {
      this.#signal.throwIfAborted()
      if (entry.kind !== 'video') continue
      const { path: place } = entry.file
      const sight = sightOf(entry.file, this.#seen.get(place))
      seen.set(place, sight)
      const still = Date.now() - sight.since
      if (obstacle !== null || still < (sight.grew ? STILL_AFTER_GROWTH : STILL)) continue
      if (!isSettled(known.get(place), entry.file))
        obstacle = await this.#take(owner.viewer, { folder, still, known: known.get(place) }, entry.file)
    }
    this.#seen = seen
    await forgetGone(
      db,
      owner.viewer.company_id,
      [...known.keys()].filter((place) => !seen.has(place)),
    )
    return obstacle
  }

  /** @returns why no other file can be taken either; null if others can */
  async #take(
    owner: UserViewer,
    {
      folder,
      still,
      known,
    }: { readonly folder: string; readonly still: number; readonly known: FileRecord | undefined },
    file: FoundFile,
  ): Promise<string | null> {
    const { log, db } = this.#services
    try {
      const [name = '', ...rest] = file.within.split(path.sep)
      if (rest.length === 0) await this.#refuse(owner, file, LOOSE)
      else {
        const collection_id = await collectionNamed(this.#services, owner, name)
        const means = { still, writers: this.#writers, signal: this.#signal }
        const options = { folder, collection_id, mode: 'copy', ...means } as const
        const taken = await takeFile(this.#services, owner, options, file)
        if (taken !== 'before') log.info({ file: file.path }, MESSAGES[taken])
      }
      return null
    } catch (error) {
      const failure = failureOf(error)
      if (!failure || this.#signal.aborted) throw error
      // It is tried again at the next look: the obstacle is not the file's.
      if (failure.ends) await noteNotTaken(db, owner.company_id, file, failure.sentence, AT_ONCE)
      else if (failure.passes && known?.error === failure.sentence) return null
      else if (failure.passes) await this.#refuse(owner, file, failure.sentence, AT_ONCE)
      else await this.#refuse(owner, file, failure.sentence)
      return failure.ends ? failure.sentence : null
    }
  }

  async #refuse({ company_id }: UserViewer, file: FoundFile, sentence: string, at = new Date()): Promise<void> {
    this.#services.log.warn({ file: file.path, reason: sentence }, 'watched file not taken')
    await noteNotTaken(this.#services.db, company_id, file, sentence, at)
  }
}

/** Whether a file was taken, or was tried a short time ago. */
const isSettled = (known: FileRecord | undefined, file: FoundFile): boolean =>
  known !== undefined && isUnchanged(known, file) && (known.error === null || Date.now() - known.at.getTime() < RETRY)
