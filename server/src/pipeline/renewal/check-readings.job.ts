import { type FrameTiming, timingFrom } from '@footnote/contract/shared/frames.ts'
import type { Selectable } from 'kysely'
import { prepareForPlaying } from '../../features/videos/commands.ts'
import { frameTimesOf } from '../../features/videos/queries.ts'
import { READING } from '../../media/film.ts'
import { MediaError } from '../../media/media-error.ts'
import type { MediaInfo } from '../../media/probe.ts'
import { planRendition } from '../../media/rendition-plan.ts'
import { usualPlan } from '../../media/sound/plan.ts'
import type { Videos } from '../../platform/db/schema.ts'
import type { JobContext, JobHandler } from '../../platform/queue/jobs.ts'
import { type IndexingServices, type VideoWork, workBeside } from '../runner/video-work.ts'
import { newVideosFirst } from './follow-reindexing.ts'

/** Times of frames that differ by less (seconds) are the same: containers round. */
const SAME_TIME = 0.0015
/** A length that only counted sound behind the picture is corrected without a question, up to this much (seconds). */
const SOUND_BEHIND = 1

/** What a person reads who may have the video indexed again. */
export const READ_DIFFERENTLY =
  'Footnote reads the frames of this file differently now than when it was indexed. Comments stay at their times.'

/** Compares videos that an earlier version indexed with how they are read now, one after the other. */
export const checkReadings =
  (services: IndexingServices): JobHandler<'check-readings'> =>
  async (_, context) => {
    for (let next = await nextVideo(services); next !== null; next = await nextVideo(services)) {
      context.signal.throwIfAborted()
      await check(services, next, context)
    }
  }

async function nextVideo({ db }: IndexingServices): Promise<string | null> {
  const video = await db
    .selectFrom('videos')
    .select('id')
    .where('status', '=', 'SUCCESS')
    .where('reading', '<', READING)
    .orderBy('created_at')
    .executeTakeFirst()
  return video?.id ?? null
}

async function check(services: IndexingServices, id: string, context: JobContext): Promise<void> {
  try {
    await workBeside(services, id, ['SUCCESS'], context, async (work) => {
      await newVideosFirst(work)
      await compare(work, await work.info())
    })
  } catch (error) {
    if (!(error instanceof MediaError && error.caused_by_file)) throw error
    context.log.warn({ video_id: id, err: error }, 'video not read again')
    await services.db.updateTable('videos').set({ reading: READING }).where('id', '=', id).execute()
  }
}

async function compare({ db, video, queue }: VideoWork, info: MediaInfo): Promise<void> {
  const same = hasSameFrames(video, await frameTimesOf(db, video.id), info)
  const behind = (video.duration ?? 0) - info.duration
  const longer = same && behind > 0 && behind < SOUND_BEHIND
  const differs = !same || (Math.abs(behind) > SAME_TIME && !longer)
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('videos')
      .set({
        reading: READING,
        reading_note: differs ? READ_DIFFERENTLY : null,
        ...(longer ? { duration: info.duration } : {}),
      })
      .where('id', '=', video.id)
      .execute()
    // Fields and colours that browsers show differently need a play copy; its frames are the same.
    const plays_as_is = video.rendition_key === null && planRendition(info, usualPlan(info)).kind === 'transcode'
    if (plays_as_is && !differs) await prepareForPlaying(transaction, queue, video.id, ['UNCHECKED', 'READY'])
  })
}

/** Whether a video was indexed with the frames and the picture that are read now. */
function hasSameFrames(
  video: Selectable<Videos>,
  times: readonly number[] | null,
  { timing, width, height }: MediaInfo,
): boolean {
  if (video.width !== width || video.height !== height) return false
  const { frame_rate_num: num, frame_rate_den: den } = video
  const before = timingFrom(num && den ? { num, den } : null, times)
  return before !== null && isSameTiming(before, timing)
}

function isSameTiming(one: FrameTiming, other: FrameTiming): boolean {
  if (one.rate && other.rate) return one.rate.num * other.rate.den === other.rate.num * one.rate.den
  const { times } = one
  if (!times || !other.times) return false
  return (
    times.length === other.times.length &&
    Array.from(other.times).every((time, frame) => Math.abs(time - (times[frame] ?? -1)) < SAME_TIME)
  )
}
