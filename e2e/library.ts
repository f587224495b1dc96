import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copyVideos, type FilmState } from '../seed/rows/copied-videos.ts'
import { readFilms } from '../server/src/features/library/samples/films.ts'
import type { Database } from '../server/src/platform/db/database.ts'
import { ffmpeg, H264, NUMBERED } from '../server/test/made-media.ts'
import { type Account, ask, createCollection, uploadVideo } from './calls.ts'
import { inDatabase } from './database.ts'
import { CELL_FILMS } from './drawing-films.ts'
import { makeColours, makeSlide } from './films.ts'
import { addPerson } from './people.ts'
import type { RunningProduct } from './product.ts'

/**
 * Films that are indexed once in a run, when a journey first asks for one. Journeys get them as rows, because only a few
 * journeys are about indexing.
 */

/** Frames a second of the films whose frames are counted. */
export const RATES = { 'reel.mp4': 25, 'reel at 30.mp4': 30 } as const

const makeReel = (name: keyof typeof RATES) => async (file: string) => {
  const picture = `color=gray:s=640x360:r=${RATES[name]}:d=4,${NUMBERED}`
  await ffmpeg('-f', 'lavfi', '-i', picture, ...H264, '-g', '10', '-movflags', '+faststart', file)
}

const FILMS: Readonly<Record<string, (file: string) => Promise<void>>> = {
  /** 4 s, silent: each frame shows its number (`numberIn`). */
  'reel.mp4': makeReel('reel.mp4'),
  /** As the other one, with 30 frames a second. */
  'reel at 30.mp4': makeReel('reel at 30.mp4'),
  /** 9 s: a slide with the text SLIDE, while a voice says SPOKEN. */
  'slide.mp4': makeSlide,
  /** 8 s, silent: four seconds of red, then four of blue. */
  'colours.mp4': makeColours,
  /** 60 s, silent. */
  'minute.mp4': (file) => ffmpeg('-f', 'lavfi', '-i', 'color=gray:s=320x180:r=10:d=60', ...H264, '-g', '10', file),
  ...CELL_FILMS,
}

/** Name of the collections that have them. */
const LIBRARY = 'Library of films'
/** A sample film. */
const USUAL = 'A walk through the harbour.mp4'
/** Milliseconds for the indexing of one film on a busy machine. */
const INDEXING = 540_000
/** Milliseconds between two videos that are added together; the first is the newest. */
const APART = 60_000

/**
 * Adds indexed videos to a collection, as rows that share the files of a film: one of `FILMS`, a sample film by its name,
 * or by default a sample film. The worker has nothing to do for them.
 * @returns their ids, in order
 */
export async function addVideos(
  product: RunningProduct,
  owner: Pick<Account, 'user_id'>,
  collection: string,
  ...videos: readonly FilmState[]
): Promise<string[]> {
  const ids: string[] = []
  for (const [place, video] of videos.entries()) {
    const film = video.film ?? USUAL
    const from = await indexed(product, film)
    const state = { created_at: new Date(Date.now() - place * APART), ...video, film }
    ids.push(...(await inDatabase(product, (db) => copyVideos(db, from, collection, owner.user_id, [state]))))
  }
  return ids
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

/** Adds an indexed video as the next version of another one, as `addVideo` does. @returns its id */
export async function addVersion(
  product: RunningProduct,
  owner: Account,
  collection: string,
  onto: string,
  video: FilmState,
): Promise<string> {
  const id = await addVideo(product, owner, collection, video)
  await ask(product, owner, `quick-review/stack/${id}`, { onto })
  return id
}

/**
 * Waits until a film is indexed; uploads it if no journey before did.
 * @returns its collection
 * @throws Error when that takes longer than nine minutes
 */
async function indexed(product: RunningProduct, film: string): Promise<string> {
  const find = () => inDatabase(product, (db) => findFilm(db, film))
  if (!(await find())) await uploadFilm(product, film, FILMS[film] ?? copySample(film))
  for (const deadline = Date.now() + INDEXING; Date.now() < deadline; await wait(200)) {
    const found = await find()
    if (found) return found
  }
  throw new Error(`${film} was not indexed`)
}

/** @param film name of a sample film @throws Error when there is none of that name */
const copySample = (film: string) => async (file: string) => {
  const samples = await readFilms(path.resolve(import.meta.dirname, '..', 'samples'))
  const sample = samples.find(({ title }) => `${title}.mp4` === film)
  if (!sample) throw new Error(`There is no film ${film}`)
  await copyFile(sample.file, file)
}

async function uploadFilm(product: RunningProduct, film: string, make: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-film-'))
  try {
    const file = path.join(folder, film)
    await make(file)
    const owner = await addPerson(product)
    await uploadVideo(product, owner, await createCollection(product, owner, LIBRARY), file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The collection of an indexed film of the samples or the library. */
async function findFilm(db: Database, film: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select('collections.id')
    .where((where) => where.or([where('collections.sample', '=', true), where('collections.name', '=', LIBRARY)]))
    .where('file_name', '=', film)
    .where('status', '=', 'SUCCESS')
    .executeTakeFirst()
  return row?.id
}
