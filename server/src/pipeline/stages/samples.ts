import path from 'node:path'
import { countSheets } from '@footnote/contract/nouns/library/videos/storyboard-pictures.ts'
import type { Transaction } from 'kysely'
import { prepareForPlaying } from '../../features/library/videos/commands.ts'
import type { Sample } from '../../media/pictures/sampling/samples.ts'
import type { Shot } from '../../media/pictures/sampling/shots.ts'
import { planStoryboard, writeSheet, writeStoryboard } from '../../media/pictures/storyboard.ts'
import { KEPT_SIDE, writeThumbnail } from '../../media/pictures/thumbnail.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { removeVectors, storeVectors } from '../../platform/db/vectors/vectors.ts'
import { sheetKey } from '../../platform/storage/video-folder.ts'
import { waitForAll } from '../../platform/wait-for-all.ts'
import type { VideoWork } from '../runner/video-work.ts'
import { FINGERPRINT_SET, readFingerprint } from './fingerprints.ts'
import { inChunks } from './rows.ts'
import type { Stage } from './stage.ts'

/** Pictures to shrink and store in parallel. */
const AT_ONCE = 4

interface SampleRow {
  readonly time: number
  readonly shot: number
  readonly thumbnail_key: string
  /** Null for a flat picture. */
  readonly fingerprint: Float32Array | null
}

/** Reads the video's pictures once: shots, samples with their small pictures, storyboard. */
export const samples: Stage = {
  stage: 'samples',
  needs: [],
  status: 'PROCESSING_VISUAL',
  weight: 20,
  // A review collection requests neither, but its player shows the storyboard.
  asked: ({ collection }) => collection.visual || collection.ocr || collection.kind === 'review',
  async run(work, onProgress, parts) {
    const pass = work.samples()
    const kept: Sample[] = []
    const stored = parts.until
    let shot_rows = stored === null ? 0 : await countShots(work)
    let rows: SampleRow[] = []
    let waiting: Sample[] = []
    let frames = 0
    const shrink = async () => {
      work.signal.throwIfAborted()
      const shrunken = await waitForAll(waiting.map((sample) => shrunk(work, sample)))
      rows = rows.concat(shrunken)
      waiting = []
    }
    /** The results since the last part, for shots that ended before one. */
    const taken = (before_shot: number) => {
      const shots = pass.shots.slice(shot_rows, before_shot)
      const found = rows
      rows = []
      shot_rows += shots.length
      return (transaction: Transaction<Tables>) => store(transaction, work.video.id, found, shots)
    }
    for await (const { sample, time, shot, progress } of pass) {
      frames++
      onProgress(progress)
      if (sample) kept.push(sample)
      if (stored !== null && time <= stored) continue
      if (sample) waiting.push(sample)
      if (waiting.length < AT_ONCE && !parts.due(time)) continue
      await shrink()
      if (parts.due(time)) await parts.keep(time, taken(shot))
    }
    await shrink()
    const storyboard = await storeStoryboard(work, kept)
    const storeRest = taken(pass.shots.length)
    const video_id = work.video.id
    return {
      engine: null,
      counts: { frames, samples: kept.length, shots: pass.shots.length },
      async store(transaction) {
        await storeRest(transaction)
        await transaction.updateTable('videos').set(storyboard).where('id', '=', video_id).execute()
        // Browsers stop at a broken picture, while ffmpeg continues: its rendition is offered instead, even of a copy.
        if (pass.damaged) await prepareForPlaying(transaction, work.queue, video_id, ['UNCHECKED'])
      },
    }
  },
  async remove(transaction, video_id) {
    await removeVectors(transaction, FINGERPRINT_SET, video_id)
    await transaction.deleteFrom('shots').where('video_id', '=', video_id).execute()
    await transaction.deleteFrom('samples').where('video_id', '=', video_id).execute()
  },
}

async function countShots({ db, video }: VideoWork): Promise<number> {
  const rows = await db.selectFrom('shots').select('number').where('video_id', '=', video.id).execute()
  return rows.length
}

async function shrunk(work: VideoWork, { time, shot, file }: Sample): Promise<SampleRow> {
  const name = `${path.basename(file, '.jpg')}-small.jpg`
  const small = await writeThumbnail(file, path.join(work.media.folder, name), KEPT_SIDE)
  // The store takes the file away.
  const fingerprint = await readFingerprint(small)
  const thumbnail_key = work.key(`samples/${Math.round(time * 1000)}.jpg`)
  await work.storage.writeFile(thumbnail_key, small, 'image/jpeg')
  return { time, shot, thumbnail_key, fingerprint }
}

/** Draws and stores the storyboard from the samples, sheet by sheet. @returns columns of the video */
async function storeStoryboard(work: VideoWork, kept: readonly Sample[]) {
  const { video, storage } = work
  const info = await work.info()
  const board = planStoryboard(info, info.duration)
  const { sheets, ...geometry } = board
  const picture = path.join(work.media.folder, 'storyboard.webp')
  const storyboard_key = work.key('storyboard.webp')
  await writeStoryboard(kept, board, picture)
  await storage.writeFile(storyboard_key, picture, 'image/webp')
  const key = work.key('storyboard/')
  const sheet_count = sheets ? countSheets(sheets) : 0
  for (let number = 0; sheets && number < sheet_count; number += 1) {
    work.signal.throwIfAborted()
    await writeSheet(kept, board, sheets, number, picture)
    await storage.writeFile(sheetKey(key, number), picture, 'image/webp')
  }
  // The film may have been longer, as it was read before.
  const before = video.storyboard_sheets ? countSheets(video.storyboard_sheets) : 0
  for (let number = sheet_count; number < before; number += 1) await storage.remove(sheetKey(key, number))
  return {
    storyboard_key,
    storyboard: JSON.stringify(geometry),
    storyboard_sheets: sheets && JSON.stringify({ key, ...sheets }),
  }
}

async function store(
  transaction: Transaction<Tables>,
  video_id: string,
  rows: readonly SampleRow[],
  shots: readonly Shot[],
): Promise<void> {
  const shotRows = shots.map(({ number, start, end }) => ({ video_id, number, start_time: start, end_time: end }))
  await inChunks(shotRows, (chunk) => transaction.insertInto('shots').values(chunk).execute())
  await inChunks(rows, (chunk) => storeSamples(transaction, video_id, chunk))
}

async function storeSamples(
  transaction: Transaction<Tables>,
  video_id: string,
  rows: readonly SampleRow[],
): Promise<void> {
  const stored = await transaction
    .insertInto('samples')
    .values(rows.map(({ fingerprint: _, ...row }) => ({ video_id, ...row, fingerprinted: true })))
    .returning(['id', 'time'])
    .execute()
  const id_of = new Map(stored.map(({ id, time }) => [time, id]))
  const vectors = rows.flatMap(({ time, fingerprint }) => {
    const row_id = id_of.get(time)
    return fingerprint && row_id !== undefined ? [{ row_id, video_id, vector: fingerprint }] : []
  })
  await storeVectors(transaction, FINGERPRINT_SET, vectors)
}
