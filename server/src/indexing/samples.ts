import path from 'node:path'
import { makeStoryboard } from '../media/storyboard.ts'
import { writeThumbnail } from '../media/thumbnail.ts'
import { prepareForPlaying } from '../videos/queries.ts'
import { inChunks } from './rows.ts'
import type { Stage } from './stage.ts'

/** Long side of the small picture that stands for a sample, in pixels. */
const THUMBNAIL_SIDE = 480
/** Pictures shrunk and stored at once. */
const AT_ONCE = 4
/** Decoding is most of this stage, shrinking pictures the rest. */
const DECODING_SHARE = 0.8

/** Looks at the video once: shots, samples with their small pictures, storyboard. */
export const samples: Stage = {
  stage: 'samples',
  needs: [],
  kind: null,
  status: 'PROCESSING_VISUAL',
  weight: 20,
  // Review asks for neither, but its player shows the storyboard.
  asked: ({ collection }) => collection.visual || collection.ocr || collection.kind === 'review',
  async run(work, onProgress) {
    const { frames, shots, damaged } = await work.samples((share) => onProgress(DECODING_SHARE * share))
    const kept = frames.flatMap(({ sample }) => sample ?? [])
    const rows: { time: number; shot: number; thumbnail_key: string }[] = []
    for (let start = 0; start < kept.length; start += AT_ONCE) {
      work.signal.throwIfAborted()
      const part = kept.slice(start, start + AT_ONCE)
      rows.push(
        ...(await Promise.all(
          part.map(async ({ time, shot, file }) => {
            const name = `${path.basename(file, '.jpg')}-small.jpg`
            const small = await writeThumbnail(file, path.join(work.media.folder, name), THUMBNAIL_SIDE)
            const thumbnail_key = work.key(`samples/${Math.round(time * 1000)}.jpg`)
            await work.storage.writeFile(thumbnail_key, small, 'image/jpeg')
            return { time, shot, thumbnail_key }
          }),
        )),
      )
      onProgress(DECODING_SHARE + (1 - DECODING_SHARE) * (start / kept.length))
    }
    const info = await work.info()
    const sprite = path.join(work.media.folder, 'storyboard.webp')
    const { columns, count, tile_width, tile_height, interval } = await makeStoryboard(
      kept,
      info,
      info.duration,
      sprite,
    )
    const storyboard_key = work.key('storyboard.webp')
    await work.storage.writeFile(storyboard_key, sprite, 'image/webp')
    const storyboard = JSON.stringify({ columns, count, tile_width, tile_height, interval })
    const video_id = work.video.id
    return {
      engine: null,
      counts: { frames: frames.length, samples: kept.length, shots: shots.length },
      async store(transaction) {
        await transaction.deleteFrom('shots').where('video_id', '=', video_id).execute()
        await transaction.deleteFrom('samples').where('video_id', '=', video_id).execute()
        const shotRows = shots.map(({ number, start, end }) => ({ video_id, number, start_time: start, end_time: end }))
        await inChunks(shotRows, (chunk) => transaction.insertInto('shots').values(chunk).execute())
        await inChunks(rows, (chunk) =>
          transaction
            .insertInto('samples')
            .values(chunk.map((row) => ({ video_id, ...row })))
            .execute(),
        )
        await transaction.updateTable('videos').set({ storyboard_key, storyboard }).where('id', '=', video_id).execute()
        // Browsers stop where a picture is broken, and ffmpeg goes on: what it makes of the video is offered instead, also of a copy.
        if (damaged) await prepareForPlaying(transaction, work.queue, video_id, ['UNCHECKED'])
      },
    }
  },
}
