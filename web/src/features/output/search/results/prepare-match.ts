import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { useEffect, useRef } from 'react'

/**
 * Milliseconds that a person must stay on a match before its film loads. A shorter time is on the way to another match.
 */
const RESTING = 80
/** Milliseconds that a loaded film is kept afterwards, for a player that has just opened. */
const HELD = 5_000

/** Loads the player; a failure is shown when a person opens it. */
export const loadResultDialog = () => import('../opened/result-dialog.tsx')

/**
 * Prepares a match that a person points at or has reached by keyboard: loads the player, the header of the film and the
 * frames at the moment, so that playback starts at once.
 * @returns handlers for the element that plays the match
 */
export function usePreparing({ stream_url, start_time }: Pick<Match, 'stream_url' | 'start_time'>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const film = useRef<HTMLVideoElement | null>(null)
  const later = (does: () => void, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(does, after)
  }
  const fetchFilm = () => {
    if (stream_url) film.current ??= filmAt(stream_url, start_time)
  }
  const letGo = () => {
    film.current?.removeAttribute('src')
    film.current?.load()
    film.current = null
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      film.current?.removeAttribute('src')
      film.current?.load()
    },
    [],
  )
  const begin = () => {
    void loadResultDialog().catch(() => undefined)
    later(fetchFilm, RESTING)
  }
  const end = () => later(letGo, HELD)
  return { onPointerEnter: begin, onFocus: begin, onPointerLeave: end, onBlur: end }
}

/** An invisible video element that loads a moment. @param time seconds */
function filmAt(stream_url: string, time: number): HTMLVideoElement {
  const film = document.createElement('video')
  film.muted = true
  film.preload = 'auto'
  film.src = stream_url
  // Set before the header is loaded, it is where the browser starts.
  film.currentTime = time
  return film
}
