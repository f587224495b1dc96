import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { failedNote, NO_SOUND, NOT_ENGLISH } from '@footnote/contract/shared/language/speech-notes.ts'
import { READ_DIFFERENTLY } from '@footnote/contract/shared/video-status.ts'
import { sql } from 'kysely'
import { copyVideos, type FilmState } from '../seed/rows/copied-videos.ts'
import { addNotification } from '../seed/rows/notifications.ts'
import { readFilms } from '../server/src/features/library/samples/films.ts'
import { enqueueMissing } from '../server/src/features/library/videos/enqueue-missing.ts'
import type { Database } from '../server/src/platform/db/database.ts'
import type { NotificationPayload } from '../server/src/platform/db/schema.ts'
import type { Queue } from '../server/src/platform/queue/queue.ts'
import { type Account, createAccount, createCollection, createReviewCollection } from './calls.ts'
import { expire, inDatabase } from './database.ts'
import { type Product, startProduct } from './product.ts'
import { type SeededCompany, seedCompany } from './seeded-company.ts'
import { type SeededLinks, seedLinks } from './seeded-links.ts'
import { type SeededReview, seedReview } from './seeded-review.ts'
import { seedSelects } from './seeded-selects.ts'

export const FILMS = path.resolve(import.meta.dirname, '..', 'samples')
/** Milliseconds in which a busy machine indexes the sample films. */
const PATIENCE = 900_000

/** A product with content in every state. */
export interface SeededProduct extends SeededCompany {
  readonly product: Product
  /** A person directly after the sign-up. */
  readonly newcomer: Account
  /** A person on the free plan, with an expired collection. */
  readonly lapsed: Account
  /** A person with collections, videos and notifications. */
  readonly regular: Account
  /** Ids of collections. */
  readonly collections: Readonly<Record<'sample' | 'full' | 'empty' | 'expired' | 'review', string>>
  readonly review: SeededReview
  readonly links: SeededLinks
  /** Id of selects of the sample films. */
  readonly selects: string
}

/**
 * Starts a product with indexed sample films, and fills it. Other videos are rows, which also show short-lived states.
 */
export async function startSeededProduct(): Promise<SeededProduct> {
  const product = await startProduct({ RATE_LIMITS: 'off' }, [], 'indexed')
  try {
    const newcomer = await createAccount(product, 'Grace')
    const lapsed = await createAccount(product, 'Edith')
    const regular = await createAccount(product)
    const collections = {
      sample: '',
      full: await createCollection(product, regular, 'Field recordings, spring 2026'),
      empty: await createCollection(product, regular, 'Interviews'),
      expired: await createCollection(product, lapsed, 'Launch event rushes'),
      review: await createReviewCollection(product, regular, 'Autumn campaign'),
    }
    await createCollection(product, regular, 'A collection with a name that is far too long for any card to hold it')
    await inDatabase(product, async (db) => {
      collections.sample = await indexedSamples(db)
      await db.transaction().execute(async (transaction) => {
        await copyVideos(transaction, collections.sample, collections.full, regular.user_id, STATES)
        await enqueueMissing(transaction, LATER)
      })
      await copyVideos(db, collections.sample, collections.expired, lapsed.user_id, [{ file_name: 'Opening.mp4' }])
      await addNotifications(db, collections.full, regular.user_id)
    })
    await expire(product, collections.expired)
    await createReviewCollection(product, regular, 'Onboarding films')
    const company = await seedCompany(product, regular)
    const review = await seedReview(product, { owner: regular, colleague: company.member, collections })
    const selects = await seedSelects(product, regular, collections.sample)
    const films = [review.discussed, review.silent, review.busy].map((address) => path.posix.basename(address))
    const links = await seedLinks(product, regular, { review: collections.review, empty: collections.empty, films })
    return { product, newcomer, lapsed, regular, collections, review, links, selects, ...company }
  } catch (error) {
    await product.stop()
    throw error
  }
}

/**
 * Waits until the sample films are indexed.
 * @returns the id of their collection
 * @throws Error when that takes longer than a quarter of an hour
 */
export async function indexedSamples(db: Database): Promise<string> {
  const count = (await readFilms(FILMS)).length
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const done = await db
      .selectFrom('videos')
      .innerJoin('collections', 'collections.id', 'videos.collection_id')
      .select('collections.id')
      .where('collections.sample', '=', true)
      .where('videos.status', '=', 'SUCCESS')
      .execute()
    if (done.length === count && done[0]) return done[0].id
    if (Date.now() > deadline) throw new Error('The sample films were not indexed within a quarter of an hour.')
    await wait(500)
  }
}

/** Holds the jobs that unfinished rows call for. Without them the worker would find the rows within a minute. */
const LATER: Queue = {
  enqueue: async (transaction, name, payload) => {
    await sql`insert into pgboss.job (name, data, start_after)
      values (${name}, ${JSON.stringify(payload)}, now() + interval '1 day')`.execute(transaction)
  },
}

const STATES: readonly FilmState[] = [
  { file_name: 'Harbour at dawn.mp4' },
  { file_name: 'Kitchen, second take.mp4', film: 'Kitchen notes: a lemon tart.mp4' },
  {
    file_name: 'Silent walk along the quay with a name that does not fit.mp4',
    speech_note: NO_SOUND,
  },
  { file_name: 'Marktgespräch.mp4', speech_note: NOT_ENGLISH },
  { file_name: 'Noisy hall.mp4', speech_note: failedNote('Moonshine base') },
  { file_name: 'Two joined recordings.mp4', reading_note: READ_DIFFERENTLY },
  { file_name: 'Interview 14.mp4', status: 'PROCESSING_SPEECH', status_percentage: 34, sha256: '14' },
  { file_name: 'Interview 15.mp4', status: 'PROCESSING_VISUAL', status_percentage: 62, searchable_until: 760 },
  { file_name: 'Slides.mp4', status: 'PROCESSING_OCR', status_percentage: 91 },
  { file_name: 'Interview 14, copy.mp4', sha256: '14' },
  { file_name: 'Interview 16.mp4', status: 'QUEUED' },
  {
    file_name: 'Interview 13.mp4',
    status: 'QUEUED',
    status_percentage: 20,
    error: 'Waiting for room on the disk of this server. The work goes on by itself once there is some.',
  },
  { file_name: 'Interview 17.mp4', status: 'VALIDATING' },
  { file_name: 'Interview 18.mp4', status: 'PENDING' },
  { file_name: 'Notes.mp4', status: 'FAILED', error: 'This kind of video is not supported.' },
  {
    file_name: 'Night shift.mkv',
    status: 'ERROR',
    status_percentage: 48,
    error: 'Something went wrong on our side while this video was indexed.',
  },
  { file_name: 'Whole day.mp4', status: 'OVER_LIMIT', error: 'The plan’s 60 minutes are used up.' },
  { file_name: 'Tape 4.avi', playback: 'PREPARING' },
  {
    file_name: 'Tape 3.avi',
    playback: 'FAILED',
    playback_error: 'This video could not be prepared for playing. The file is damaged. Upload another copy of it.',
  },
  { file_name: 'Old cut.mp4', status: 'DELETING' },
]

async function addNotifications(db: Database, collection_id: string, user_id: string): Promise<void> {
  const video = await db
    .selectFrom('videos')
    .select(['id', 'file_name', 'storage_key'])
    .where('collection_id', '=', collection_id)
    .executeTakeFirstOrThrow()
  const about = { video_id: video.id, video_name: video.file_name, storage_key: video.storage_key }
  const ready = { ...about, file_name: 'Clip.mp4', error: null }
  const failed = { ...about, storage_key: null, file_name: null, error: 'The clip could not be made.' }
  const said = {
    ...about,
    actor_name: 'Grace Hopper',
    text: 'The gull crosses twice: keep the second one, it is calmer.',
  }
  const notifications: readonly (readonly [NotificationKind, NotificationPayload])[] = [
    ['DOWNLOAD_CLIP', ready],
    ['COMMENT', said],
    ['DOWNLOAD_CLIP', failed],
    ['REPLY', said],
    ['VIDEO_READY', about],
    ['VIDEO_FAILED', { ...about, error: 'This kind of video is not supported.' }],
    ['INVITE_ACCEPTED', { actor_name: 'Grace Hopper' }],
  ]
  for (const [place, [type, payload]] of notifications.entries())
    await addNotification(db, user_id, type, payload, {
      read_at: place > 1 ? new Date() : null,
      created_at: new Date(Date.now() - place * 9 * 3_600_000),
    })
}
