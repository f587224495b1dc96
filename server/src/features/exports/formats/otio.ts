import { type ExportedComment, type ExportedDiscussion, lengthOf } from '../discussion.ts'

/** A timeline with the video as its only clip, which has the markers, for OpenTimelineIO (`Marker.2` since 0.14). */
export function otio({ name, file_name, frames, labels, comments }: ExportedDiscussion): string {
  const rate = labels.rate.num / labels.rate.den
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value })
  const range = (start: number, length: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(start),
    duration: time(length),
  })
  const whole = range(labels.start_frame, frames)
  const marker = (comment: ExportedComment) => ({
    OTIO_SCHEMA: 'Marker.2',
    name: `${comment.number} ${comment.author}`,
    color: comment.resolved ? 'GREEN' : 'BLUE',
    comment: comment.text,
    marked_range: range(labels.start_frame + comment.first, lengthOf(comment)),
    metadata: {
      footnote: {
        resolved: comment.resolved !== null,
        drawing: comment.drawing,
        replies: comment.replies.map(({ author, text }) => `${author}: ${text}`),
      },
    },
  })
  const clip = {
    OTIO_SCHEMA: 'Clip.1',
    name,
    source_range: whole,
    effects: [],
    metadata: {},
    media_reference: {
      OTIO_SCHEMA: 'ExternalReference.1',
      target_url: encodeURIComponent(file_name.toWellFormed()),
      available_range: whole,
      metadata: {},
    },
    markers: comments.map(marker),
  }
  const empty = { source_range: null, effects: [], markers: [], metadata: {} }
  const track = { OTIO_SCHEMA: 'Track.1', name: 'V1', kind: 'Video', ...empty, children: [clip] }
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: `${name} comments`,
    global_start_time: time(labels.start_frame),
    metadata: {},
    tracks: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', ...empty, children: [track] },
  }
  return `${JSON.stringify(timeline, null, 1)}\n`
}
