import path from 'node:path'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { keepTracks } from '../../features/library/transcripts/subtitles/commands.ts'
import { announceVersion, lockStacks } from '../../features/library/versions/commands.ts'
import { stackOf } from '../../features/library/versions/queries.ts'
import { recomputeReview } from '../../features/review/approvals/commands.ts'
import { READING } from '../../media/film.ts'
import { makePoster } from '../../media/pictures/thumbnail.ts'
import type { MediaInfo } from '../../media/probe.ts'
import { hashFile } from '../../platform/hash-file.ts'
import { waitForAll } from '../../platform/wait-for-all.ts'
import { findTracks } from './speech/find-tracks.ts'
import type { Stage } from './stage.ts'

/** Checks that the file is a video, and reads its duration, size, frame times, tracks of sound and text, and hash, and makes its poster. */
export const validate: Stage = {
  stage: 'validate',
  needs: [],
  status: 'VALIDATING',
  weight: 3,
  asked: () => true,
  async run(work) {
    const input = await work.input()
    const info = await work.info()
    const [poster, sha256, sound, tracks] = await waitForAll([
      makePoster(work.media, input, info, path.join(work.media.folder, 'poster.jpg')),
      hashFile(await work.original(), work.signal),
      work.sound(),
      findTracks(work),
    ])
    const thumbnail_key = work.key('poster.jpg')
    await work.storage.writeFile(thumbnail_key, poster, 'image/jpeg')
    return {
      engine: null,
      async store(transaction) {
        const stack = await stackOf(transaction, work.video.id)
        if (stack) await lockStacks(transaction, [stack])
        await transaction
          .updateTable('videos')
          .set({ ...factsOf(info), sha256, thumbnail_key, sound: JSON.stringify(sound) })
          .where('id', '=', work.video.id)
          .execute()
        if (tracks) await keepTracks(transaction, work.queue, work.video.id, tracks)
        // A repeated validation announces nothing.
        if (work.video.duration !== null || !stack) return
        await announceVersion(transaction, work.queue, work.video.id)
        await recomputeReview(transaction, stack)
        await work.queue.enqueue(transaction, 'mail-reviewers', {})
      },
    }
  },
}

/** The columns of a video that say how its file is read. */
export const factsOf = ({ duration, width, height, timing, timecode }: MediaInfo) => ({
  ...{ duration, width, height, reading: READING },
  ...timingColumns(timing),
  ...timecodeColumns(timecode),
})

const timecodeColumns = (timecode: Timecode | null) => ({
  timecode_start: timecode?.start ?? null,
  timecode_drop: timecode?.drop_frame ?? null,
})

function timingColumns({ rate, times }: FrameTiming<Float64Array>) {
  return {
    frame_rate_num: rate?.num ?? null,
    frame_rate_den: rate?.den ?? null,
    frame_times: times ? Buffer.from(times.buffer, times.byteOffset, times.byteLength) : null,
  }
}
