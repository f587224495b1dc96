import { sql } from 'kysely'

/** Condition on `comments`: open, and written on a version before a video. */
export const writtenBefore = ({ id, stack_id }: { readonly id: string; readonly stack_id: string }) =>
  sql<boolean>`comments.resolved_at is null
    and comments.video_id in (select v.id from videos v where v.stack_id = ${stack_id} and v.status <> 'DELETING'
      and v.version < (select here.version from videos here where here.id = ${id}))`

/** Start of a comment in a video: its place there, or else its own. Seconds. */
export const carriedStart = (videoId: string) =>
  sql<number>`coalesce((select k.start_time from carries k
    where k.comment_id = comments.id and k.video_id = ${videoId}), comments.start_time)`

/** The place that somebody gave a comment in a video; null without one. Seconds. */
export const carriedPlace = (videoId: string) =>
  sql<{ start_time: number; end_time: number | null } | null>`(
    select json_build_object('start_time', k.start_time, 'end_time', k.end_time) from carries k
    where k.comment_id = comments.id and k.video_id = ${videoId})`
