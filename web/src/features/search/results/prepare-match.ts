import type { Match } from '@footnote/contract/nouns/search.ts'
import { useEffect, useRef } from 'react'

/** Milliseconds that somebody stays with a match before its film is fetched: less is on the way to another one. */
const RESTING = 80
/** Milliseconds that what was fetched is held after that, for a player that has just been opened. */
const HELD = 5_000

/** What loads a player; a failure is said when it is asked for. */
export const loadResultDialog = () => import('./result-dialog.tsx')

/**
 * Gets ready for a match that somebody points at or has come to by keyboard: loads the player, and has the browser fetch the head of the
 * film and what it shows at the moment, which a player then finds at hand.
 * @returns handlers of the element that plays it
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

/** A film that nobody sees, loaded at a moment. @param time seconds */
function filmAt(stream_url: string, time: number): HTMLVideoElement {
  const film = document.createElement('video')
  film.muted = true
  film.preload = 'auto'
  film.src = stream_url
  // Set before the head is read, it is where the browser begins.
  film.currentTime = time
  return film
}
