import { createReadStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { ADVISORY_LOCKS } from '../../../platform/db/advisory-locks.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { videoFolder } from '../../../platform/storage/video-folder.ts'
import type { Services } from '../../services.ts'
import { nextVersion } from '../versions/commands.ts'
import { moveVideo } from '../videos/status.ts'
import { readFilms, type SampleFilm } from './films.ts'

const NAME = 'Sample films'

/** Milliseconds before the samples are tried again. */
const PAUSE = 30_000

/**
 * Makes the sample collection in the background, as `seedSampleCollection` does, until that succeeds: the database may
 * be away, or the disk full.
 * @param pause milliseconds before it tries again
 */
export async function keepSeeding(
  services: Pick<Services, 'db' | 'storage' | 'queue' | 'hooks' | 'log'>,
  folder: string,
  signal: AbortSignal,
  pause = PAUSE,
): Promise<void> {
  while (!signal.aborted)
    try {
      return await seedSampleCollection(services, folder)
    } catch (error) {
      services.log.error({ err: error }, 'sample collection not seeded, will retry')
      // The pause ends with the process.
      await wait(pause, undefined, { signal }).catch(() => undefined)
    }
}

/**
 * Makes the sample collection match the films of the folder: adds and enqueues new ones, deletes missing ones, and
 * retries those that failed through our fault. Does nothing when all matches, or without films.
 * @param folder absolute path of the folder with `films.json`
 */
export async function seedSampleCollection(
  { db, storage, queue, hooks }: Pick<Services, 'db' | 'storage' | 'queue' | 'hooks'>,
  folder: string,
): Promise<void> {
  const films = await readFilms(folder)
  if (films.length === 0) return
  await storeMissing(db, storage, films)
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.samples})`.execute(transaction)
    const collectionId = await sampleCollection(transaction)
    const stored = await transaction
      .selectFrom('videos')
      .select(['id', 'status'])
      .where('collection_id', '=', collectionId)
      .execute()
    const statuses = new Map(stored.map(({ id, status }) => [id, status]))
    for (const [place, film] of films.entries()) {
      const status = statuses.get(film.id)
      if (status === undefined) await add(transaction, collectionId, film, place)
      else if (status === 'ERROR') await moveVideo(transaction, film.id, 'PENDING')
      else continue
      await queue.enqueue(transaction, 'index-video', { video_id: film.id })
    }
    for (const film of films) await placeVersion(transaction, hooks, film)
    const gone = stored.filter(({ id, status }) => status !== 'DELETING' && !films.some((film) => film.id === id))
    for (const { id } of gone) {
      await moveVideo(transaction, id, 'DELETING')
      await queue.enqueue(transaction, 'delete-video', { video_id: id })
    }
  })
}

const keyOf = ({ id }: SampleFilm): string => `${videoFolder(id)}original.mp4`

/** Stores the files of films that have no video: before the transaction, since an object store may take long. */
async function storeMissing(db: Database, storage: Storage, films: readonly SampleFilm[]): Promise<void> {
  const ids = films.map(({ id }) => id)
  const rows = await db.selectFrom('videos').select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  for (const film of films)
    if (!there.has(film.id)) await storage.write(keyOf(film), createReadStream(film.file), 'video/mp4')
}

async function sampleCollection(transaction: Transaction<Tables>): Promise<string> {
  const known = await transaction.selectFrom('collections').select('id').where('sample', '=', true).executeTakeFirst()
  if (known) return known.id
  const made = await transaction
    .insertInto('collections')
    .values({ sample: true, company_id: null, user_id: null, name: NAME, visual: true, ocr: true, audio: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** @param place in the list, from 0. Lists show the newest first, so later films get older dates. */
async function add(
  transaction: Transaction<Tables>,
  collection_id: string,
  film: SampleFilm,
  place: number,
): Promise<void> {
  await transaction
    .insertInto('videos')
    .values({
      id: film.id,
      collection_id,
      file_name: `${film.title}.mp4`,
      file_extension: 'mp4',
      file_size: film.size,
      storage_key: keyOf(film),
      created_at: new Date(Date.now() - 1_000 * place),
    })
    .execute()
  for (const { drawing, ...comment } of film.comments)
    await transaction
      .insertInto('sample_comments')
      .values({ ...comment, video_id: film.id, shapes: drawing && JSON.stringify(drawing.shapes) })
      .execute()
}

/** Makes a film the next version of the one before it, unless it is one of its versions. */
async function placeVersion(
  transaction: Transaction<Tables>,
  hooks: Services['hooks'],
  { id, version_of }: SampleFilm,
): Promise<void> {
  if (version_of === null) return
  const [film, before] = await Promise.all([id, version_of].map((videoId) => stackOf(transaction, videoId)))
  if (film === before || film === undefined || before === undefined) return
  const version = await nextVersion(transaction, before)
  await hooks.videosChangeStack(transaction, [id], before)
  await transaction.updateTable('videos').set({ stack_id: before, version }).where('id', '=', id).execute()
}

const stackOf = async (transaction: Transaction<Tables>, videoId: string): Promise<string | undefined> =>
  (await transaction.selectFrom('videos').select('stack_id').where('id', '=', videoId).executeTakeFirst())?.stack_id
