import { pictureAt, placeOnSheet } from '@footnote/contract/nouns/library/videos/storyboard-pictures.ts'
import type { Storyboard } from '@footnote/contract/nouns/library/videos.ts'
import { useEffect, useState } from 'react'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { type LoadedSheet, loadSheet } from './load-sheet.ts'

/** Milliseconds for which the pointer rests at a sheet before that is loaded: on its way it passes others. */
const REST = 100
/** Sheets that are kept: the one at the pointer, and those beside it. A decoded one has 6 MB. */
const KEPT = 3

/**
 * Loads the sheet with the picture of a time, and no other. Beside it, a few of the last ones are at hand.
 * @param time seconds; null while nobody points at the film
 */
export function useSheet(
  storyboard: Storyboard | null,
  video_id: string,
  access: ShareAccess | null,
  time: number | null,
): { readonly sheets: readonly LoadedSheet[]; readonly loading: boolean } {
  const all = storyboard?.sheets
  const number = all && time !== null ? placeOnSheet(all, pictureAt(all, time)).number : null
  const [loaded, setLoaded] = useState<readonly LoadedSheet[]>([])
  const [failed, setFailed] = useState<number | null>(null)
  const latest = useLatest({ loaded, access })
  useEffect(() => {
    setFailed(null)
    const of_video = (sheet: LoadedSheet) => sheet.video_id === video_id
    if (number === null || latest.current.loaded.some((sheet) => of_video(sheet) && sheet.number === number)) return
    const leaving = new AbortController()
    const load = async () => {
      const sheet = await loadSheet(video_id, number, latest.current.access, leaving.signal)
      setLoaded((before) => [sheet, ...before.filter(of_video)].slice(0, KEPT))
    }
    const timer = setTimeout(() => {
      load().catch(() => {
        if (!leaving.signal.aborted) setFailed(number)
      })
    }, REST)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [video_id, number, latest])
  const sheets = loaded.filter((sheet) => sheet.video_id === video_id)
  const at_hand = sheets.some((sheet) => sheet.number === number)
  return { sheets, loading: number !== null && !at_hand && failed !== number }
}
