import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import type { Database } from '../server/src/platform/db/database.ts'
import { ffmpeg, H264, NUMBERED } from '../server/test/made-media.ts'
import { type Account, createCollection, uploadVideo } from './calls.ts'
import { inDatabase } from './database.ts'
import { makeColours, makeSlide } from './films.ts'
import { addPerson } from './people.ts'
import type { RunningProduct } from './product.ts'
import { indexedSamples } from './seeded.ts'
import { PATIENCE } from './steps.ts'
import { copyVideos, type FilmState } from './video-rows.ts'

/**
 * Films that are indexed once in a run, when a journey first asks for one. Journeys get them as rows, because only a few
 * journeys are about indexing.
 */

/** Frames a second of the films whose frames are counted. */
export const RATES = { 'reel.mp4': 25, 'reel at 30.mp4': 30 } as const

const makeReel = (rate: number, seconds: number) => async (file: string) => {
  const picture = `color=gray:s=640x360:r=${rate}:d=${seconds},${NUMBERED}`
  await ffmpeg('-f', 'lavfi', '-i', picture, ...H264, '-g', '10', '-movflags', '+faststart', file)
}

const FILMS: Readonly<Record<string, (file: string) => Promise<void>>> = {
  /** 16 s, silent: each frame shows its number (`numberIn`). */
  'reel.mp4': makeReel(RATES['reel.mp4'], 16),
  /** As the other one, 4 s with 30 frames a second. */
  'reel at 30.mp4': makeReel(RATES['reel at 30.mp4'], 4),
  /** 9 s: a slide with the text SLIDE, while a voice says SPOKEN. */
  'slide.mp4': makeSlide,
  /** 8 s, silent: four seconds of red, then four of blue. */
  'colours.mp4': makeColours,
}

/** Name of the collections that have the films. */
const LIBRARY = 'Library of films'
/** Milliseconds between two videos that are added together; the first is the newest. */
const APART = 60_000

/**
 * Adds indexed videos to a collection, as rows that share the files of a film: one of `FILMS`, a sample film by its name,
 * or by default the first sample film. The worker has nothing to do for them.
 * @returns their ids, in order
 */
export async function addVideos(
  product: RunningProduct,
  owner: Pick<Account, 'user_id'>,
  collection: string,
  ...videos: readonly FilmState[]
): Promise<string[]> {
  for (const { film } of videos) if (film && FILMS[film]) await indexOnce(product, film)
  return await inDatabase(product, async (db) => {
    const ids: string[] = []
    for (const [place, video] of videos.entries()) {
      const from = (video.film && (await findFilm(db, video.film))) ?? (await indexedSamples(db))
      const state = { created_at: new Date(Date.now() - place * APART), ...video }
      ids.push(...(await copyVideos(db, from, collection, owner.user_id, [state])))
    }
    return ids
  })
}

/** Adds one video, as `addVideos` does. @returns its id */
export async function addVideo(
  product: RunningProduct,
  owner: Pick<Account, 'user_id'>,
  collection: string,
  video: FilmState,
): Promise<string> {
  const [id] = await addVideos(product, owner, collection, video)
  return id!
}

/** Uploads a film, unless an earlier journey did, and waits until it is indexed. */
async function indexOnce(product: RunningProduct, film: string): Promise<void> {
  if (await inDatabase(product, (db) => findFilm(db, film))) return
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-film-'))
  try {
    const file = path.join(folder, film)
    await FILMS[film]?.(file)
    const owner = await addPerson(product)
    const collection = await createCollection(product, owner, LIBRARY)
    await uploadVideo(product, owner, collection, file)
    await expect
      .poll(() => inDatabase(product, (db) => findFilm(db, film)), { timeout: PATIENCE, interval: 200 })
      .toBe(collection)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The collection of an indexed film of the library. */
async function findFilm(db: Database, film: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select('collections.id')
    .where('collections.name', '=', LIBRARY)
    .where('file_name', '=', film)
    .where('status', '=', 'SUCCESS')
    .executeTakeFirst()
  return row?.id
}
