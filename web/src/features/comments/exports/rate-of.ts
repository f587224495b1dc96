import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'

/** The rate of a video in frames a second, if editing programs know such a rate. */
export function rateOf({ frame_rate }: VideoDetail) {
  return frame_rate && frame_rate.num / frame_rate.den <= 60 ? frame_rate : null
}
