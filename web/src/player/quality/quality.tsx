import type { Rendition } from '@footnote/contract/nouns/library/videos.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { storedText } from '../../lib/stored/stored-text.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { holdPicture } from './hold-picture.ts'
import type { PlayedRendition, VideoFiles } from './video-files.ts'

const QUALITIES = ['auto', 'full', 'light'] as const
export type QualityName = (typeof QUALITIES)[number]

const chosen = storedText('player_quality')
const read = (): QualityName => QUALITIES.find((known) => known === chosen.read()) ?? 'auto'

/** The chosen quality, stored in this browser, and the function that changes it everywhere on the page. */
export const useQualityChoice = (): readonly [QualityName, (next: QualityName) => void] => [
  useSyncExternalStore(chosen.watch, read),
  chosen.store,
]

/** How much faster than a file its line must be: rates are averages, and others use the line, too. */
const SPARE = 1.5
/** Assumed bits per second of a file whose rate is unknown. */
const ASSUMED_RATE = 8_000_000

/** Bits per second of the line, measured once; until the page is closed. */
let line: number | null = null

const find = ({ renditions }: VideoFiles, id: Rendition['id']): Rendition | undefined =>
  renditions.find((rendition) => rendition.id === id)

/**
 * Decides which file plays. Auto begins with the light copy, which starts at once on any line, measures the line as soon
 * as there is a picture, and then plays the full file if the line carries it. Somebody who has chosen the light copy
 * asks for it by opening a video without one.
 */
export function Quality({
  video,
  id,
  files,
  now,
  onChange,
}: {
  video: HTMLVideoElement | null
  id: string
  files: VideoFiles
  /** What plays now. */
  now: Rendition['id']
  onChange: (choice: PlayedRendition) => void
}) {
  const [quality] = useQualityChoice()
  const [rate, setRate] = useState(line)
  const latest = useLatest(files)
  const light = find(files, 'light')
  const needed = SPARE * (find(files, 'full')?.bit_rate ?? ASSUMED_RATE)
  const to_measure = quality === 'auto' && light !== undefined && rate === null
  const to_await = quality === 'light' && (files.light_copy === 'ON_REQUEST' || files.light_copy === 'PREPARING')
  useEffect(() => {
    if (!video || !(to_measure || to_await)) return
    const leaving = new AbortController()
    const follow = async () => {
      const { awaitLightCopy, measureLine } = await import('./follow-quality.ts')
      if (to_await) {
        await awaitLightCopy(id, latest.current.access, leaving.signal)
        await latest.current.refresh()
      } else {
        const { url = '' } = find(latest.current, 'full') ?? {}
        line = await measureLine(video, url, needed, leaving.signal)
        setRate(line)
      }
    }
    // If that fails, the file that plays goes on.
    follow().catch(() => undefined)
    return () => leaving.abort()
  }, [video, id, to_measure, to_await, needed, latest])

  const is_slow = rate === null || rate < needed
  const plays = light && (quality === 'light' || (quality === 'auto' && is_slow)) ? 'light' : 'full'
  const change = useLatest(onChange)
  const before = useLatest(now)
  useEffect(() => {
    if (video && before.current !== plays) holdPicture(video)
    change.current({ id, plays })
  }, [video, change, before, id, plays])
  return null
}
