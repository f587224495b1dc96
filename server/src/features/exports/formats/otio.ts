import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import type { SmpteLabels } from '@footnote/contract/shared/smpte.ts'
import { type ExportedComment, type ExportedDiscussion, lengthOf } from '../discussion.ts'

/** A range of frames at a rate; the first one is the number of its label. */
export interface OtioRange {
  readonly rate: FrameRate
  readonly start: number
  readonly length: number
}

/** Frames of a file on the timeline. */
export interface OtioClip {
  readonly name: string
  readonly file_name: string
  /** What is shown, and all that the file has. */
  readonly shown: OtioRange
  readonly available: OtioRange
  readonly markers: readonly object[]
  readonly metadata: object
}

const time = ({ num, den }: FrameRate, value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: num / den, value })
const range = ({ rate, start, length }: OtioRange) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(rate, start),
  duration: time(rate, length),
})

/** A timeline of one picture track for OpenTimelineIO (`Marker.2` since 0.14). */
export function otioTimeline(title: string, labels: SmpteLabels, clips: readonly OtioClip[]): string {
  const empty = { source_range: null, effects: [], markers: [], metadata: {} }
  const children = clips.map(({ name, file_name, shown, available, markers, metadata }) => ({
    OTIO_SCHEMA: 'Clip.1',
    name,
    source_range: range(shown),
    effects: [],
    metadata,
    media_reference: {
      OTIO_SCHEMA: 'ExternalReference.1',
      target_url: encodeURIComponent(file_name.toWellFormed()),
      available_range: range(available),
      metadata: {},
    },
    markers,
  }))
  const track = { OTIO_SCHEMA: 'Track.1', name: 'V1', kind: 'Video', ...empty, children }
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: title,
    global_start_time: time(labels.rate, labels.start_frame),
    metadata: {},
    tracks: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', ...empty, children: [track] },
  }
  return `${JSON.stringify(timeline, null, 1)}\n`
}

/** A timeline with the video as its only clip, which has the markers. */
export function otio({ name, file_name, frames, labels, comments }: ExportedDiscussion): string {
  const { rate, start_frame } = labels
  const whole = { rate, start: start_frame, length: frames }
  const marker = (comment: ExportedComment) => ({
    OTIO_SCHEMA: 'Marker.2',
    name: `${comment.number} ${comment.author}`,
    color: comment.resolved ? 'GREEN' : 'BLUE',
    comment: comment.text,
    marked_range: range({ rate, start: start_frame + comment.first, length: lengthOf(comment) }),
    metadata: {
      footnote: {
        resolved: comment.resolved !== null,
        drawing: comment.drawing,
        replies: comment.replies.map(({ author, text }) => `${author}: ${text}`),
      },
    },
  })
  const clip = { name, file_name, shown: whole, available: whole, markers: comments.map(marker), metadata: {} }
  return otioTimeline(`${name} comments`, labels, [clip])
}
