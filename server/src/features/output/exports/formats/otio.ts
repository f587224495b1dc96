import { markerName, SAYS } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import type { SmpteLabels } from '@footnote/contract/shared/smpte.ts'
import { type ExportedComment, type ExportedDiscussion, lengthOf } from '../discussion.ts'
import type { ExportedSound } from '../exported-sound.ts'

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
  readonly sound: ExportedSound | null
  readonly metadata: object
}

const time = ({ num, den }: FrameRate, value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: num / den, value })
const range = ({ rate, start, length }: OtioRange) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(rate, start),
  duration: time(rate, length),
})

/**
 * A timeline for OpenTimelineIO (`Marker.2` since 0.14): a track of pictures, and one of sound if a file has any. A piece
 * without sound is a gap there.
 */
export function otioTimeline(title: string, labels: SmpteLabels, clips: readonly OtioClip[]): string {
  const empty = { source_range: null, effects: [], markers: [], metadata: {} }
  const clipOf = ({ name, file_name, shown, available, markers, metadata }: OtioClip) => ({
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
  })
  const gap = ({ shown }: OtioClip) => ({
    ...{ OTIO_SCHEMA: 'Gap.1', name: '', ...empty },
    source_range: range({ ...shown, start: 0 }),
  })
  const trackOf = (name: string, kind: string, children: readonly object[]) => ({
    ...{ OTIO_SCHEMA: 'Track.1', name, kind, ...empty },
    children,
  })
  const heard = clips.map((clip) => (clip.sound ? clipOf({ ...clip, markers: [], metadata: {} }) : gap(clip)))
  const tracks = [
    trackOf('V1', 'Video', clips.map(clipOf)),
    ...(clips.some(({ sound }) => sound) ? [trackOf('A1', 'Audio', heard)] : []),
  ]
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: title,
    global_start_time: time(labels.rate, labels.start_frame),
    metadata: {},
    tracks: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', ...empty, children: tracks },
  }
  return `${JSON.stringify(timeline, null, 1)}\n`
}

const nameOf = ({ number, author }: ExportedComment): string => markerName([number], author)

/** The name of each comment's marker, as the file has it. */
export const otioNames = ({ comments }: ExportedDiscussion): string[] =>
  comments.map((comment) => `"name": ${JSON.stringify(nameOf(comment))}`)

/** A timeline with the video as its only clip, which has the markers. */
export function otio({ name, file_name, frames, labels, sound, comments }: ExportedDiscussion): string {
  const { rate, start_frame } = labels
  const whole = { rate, start: start_frame, length: frames }
  const marker = (comment: ExportedComment) => ({
    OTIO_SCHEMA: 'Marker.2',
    name: nameOf(comment),
    color: comment.resolved ? 'GREEN' : 'BLUE',
    comment: comment.text,
    marked_range: range({ rate, start: start_frame + comment.first, length: lengthOf(comment) }),
    metadata: {
      footnote: {
        resolved: comment.resolved !== null,
        drawing: comment.drawing,
        replies: comment.replies.map(({ author, text }) => `${author}${SAYS}${text}`),
      },
    },
  })
  const markers = comments.map(marker)
  const clip = { name, file_name, shown: whole, available: whole, markers, sound, metadata: {} }
  return otioTimeline(`${name} comments`, labels, [clip])
}
