import { type FrameTiming, timingFrom } from '@footnote/contract/shared/frames.ts'
import { READ_DIFFERENTLY } from '@footnote/contract/shared/video-status.ts'
import { type Selectable, sql } from 'kysely'
import { prepareForPlaying } from '../../features/library/videos/commands.ts'
import { frameTimesOf } from '../../features/library/videos/queries.ts'
import { READING } from '../../media/film.ts'
import { MediaError } from '../../media/media-error.ts'
import type { MediaInfo } from '../../media/probe.ts'
import { planRendition } from '../../media/rendition-plan.ts'
import { usualPlan } from '../../media/sound/plan.ts'
import type { Videos } from '../../platform/db/schema.ts'
import { PassingError } from '../../platform/errors.ts'
import { type JobContext, type JobHandler, Postponed } from '../../platform/queue/jobs.ts'
import { type IndexingServices, type VideoWork, workBeside } from '../runner/video-work.ts'
import { newVideosFirst } from './follow-reindexing.ts'

/** Times of frames that differ by less (seconds) are the same: containers round. */
const SAME_TIME = 0.0015
/** A length that only counted sound behind the picture is corrected without a question, up to this much (seconds). */
const SOUND_BEHIND = 1

/** Compares videos that an earlier version indexed with how they are read now, one after the other. */
export const checkReadings =
  (services: IndexingServices): JobHandler<'check-readings'> =>
  async (_, context) => {
    const failed: string[] = []
    for (let next = await nextVideo(services, []); next !== null; next = await nextVideo(services, failed)) {
      context.signal.throwIfAborted()
      if (!(await check(services, next, context))) failed.push(next)
    }
  }

/** @param failed ids of videos that a later run tries again */
async function nextVideo({ db }: IndexingServices, failed: readonly string[]): Promise<string | null> {
  const video = await db
    .selectFrom('videos')
    .select('id')
    .where('status', '=', 'SUCCESS')
    .where('reading', '<', READING)
    .where(sql<boolean>`id <> all(${failed}::uuid[])`)
    .orderBy('created_at')
    .executeTakeFirst()
  return video?.id ?? null
}

/** @returns whether the video need not be compared again */
async function check(services: IndexingServices, id: string, context: JobContext): Promise<boolean> {
  try {
    await workBeside(services, id, ['SUCCESS'], context, async (work) => {
      await newVideosFirst(work)
      await compare(work, await work.info())
    })
    return true
  } catch (error) {
    if (context.signal.aborted || error instanceof PassingError || error instanceof Postponed) throw error
    context.log.warn({ video_id: id, err: error }, 'video not read again')
    const damaged = error instanceof MediaError && error.caused_by_file
    if (damaged) await services.db.updateTable('videos').set({ reading: READING }).where('id', '=', id).execute()
    return damaged
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
    // What browsers show in other colours, in fields or at other times needs a play copy; its frames are the same.
    const plays_as_is = video.rendition_key === null && planRendition(info, usualPlan(info)).kind !== 'original'
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
