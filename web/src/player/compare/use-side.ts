import type { Storyboard, Video } from '@footnote/contract/nouns/library/videos.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { type ReactNode, useMemo, useState } from 'react'
import type { Stream } from '../../lib/calls/stream.ts'
import { useTiming } from '../../lib/times/use-timing.ts'
import { mediaRequests } from '../media/media-requests.ts'
import { createMediaStore, placeOf } from '../media/media-store.ts'
import { useSeeks } from '../media/seeks.ts'
import { type PlayedFile, useSource } from '../media/use-source.ts'
import type { PlayerProps } from '../player-props.ts'

/** One of two compared videos. */
export interface CompareSide {
  readonly id: string
  readonly src: string
  /** Name of the side, for example 'v3'. */
  readonly name: string
  /** Seconds; 0 while unknown. */
  readonly duration: number
  readonly frame_rate: Video['frame_rate']
  /** Start of each frame in seconds, when the frame rate varies. */
  readonly frame_times: readonly number[] | null
  /** That of the file, if it states one. */
  readonly timecode: Timecode | null
  readonly storyboard: Storyboard | null
  /** Beside the clock: which version it is, and a choice of others. */
  readonly choice: ReactNode
  readonly layer?: PlayerProps['layer']
  /** Gets a new address when the old one fails. */
  readonly refreshSource: () => Promise<Stream>
}

/** The element of a side, with its state and what can be asked of it. */
export function useSide({ id, src, frame_rate, frame_times, refreshSource }: CompareSide) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const timing = useTiming(frame_rate, frame_times)
  const store = useMemo(() => video && createMediaStore(video, timing), [video, timing])
  const requests = useMemo(() => store && mediaRequests(store), [store])
  const file: PlayedFile = { heard: null, rendition: 'full', marked: false, place: () => placeOf(store) }
  const source = useSource(video, id, src, file, refreshSource)
  useSeeks(video)
  return { setVideo, source, store, requests }
}
