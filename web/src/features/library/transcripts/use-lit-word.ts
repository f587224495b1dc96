import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Playhead } from '../../../lib/playhead.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { reveal } from './reveal.ts'
import { wordSaidAt } from './word-at.ts'

const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'])

interface WordFollower {
  readonly following: boolean
  /** Scrolls to the current word, and follows it from then on. */
  readonly follow: () => void
  /** Follows from the next word on. */
  readonly resume: () => void
  readonly release: () => void
}

/**
 * Highlights the current word, and keeps it visible until the reader scrolls. Changes the elements directly, so that
 * React renders nothing while the video plays.
 * @param onWord called with the element of each word as it is said
 */
export function useLitWord({
  scroller,
  words,
  playhead,
  onWord,
}: {
  scroller: RefObject<HTMLElement | null>
  words: Words
  playhead: Playhead
  onWord: (word: HTMLElement) => void
}): WordFollower {
  const [following, setFollowing] = useState(true)
  const follows = useRef(true)
  const change = (next: boolean) => {
    follows.current = next
    setFollowing(next)
  }
  const report = useLatest(onWord)
  useEffect(() => {
    const around = scroller.current
    if (!around) return
    let lit: HTMLElement | null = null
    const show = () => {
      const place = wordSaidAt(words, playhead.read().seconds)
      const word = place < 0 ? null : around.querySelector<HTMLElement>(`[data-word="${place}"]`)
      if (word === lit) return
      lit?.removeAttribute('aria-current')
      word?.setAttribute('aria-current', 'true')
      const paragraph = word?.closest('.said')
      // During a pause the paragraph stays highlighted.
      if (paragraph)
        for (const one of around.querySelectorAll('.is-now')) one.classList.toggle('is-now', one === paragraph)
      paragraph?.classList.add('is-now')
      lit = word
      if (!word) return
      report.current(word)
      if (follows.current) reveal(around, word)
    }
    show()
    const stop = playhead.watch(show)
    return () => {
      stop()
      lit?.removeAttribute('aria-current')
    }
  }, [scroller, words, playhead, report])
  useReaderScroll(scroller, () => change(false))
  return {
    following,
    follow: () => {
      change(true)
      const around = scroller.current
      const word = around?.querySelector<HTMLElement>('[data-word][aria-current]') ?? around?.querySelector('.is-now')
      if (around && word) reveal(around, word)
    },
    resume: () => change(true),
    release: () => change(false),
  }
}

/** Whether a selection begins inside an element. */
export function isSelected(around: HTMLElement): boolean {
  const selection = getSelection()
  return selection?.isCollapsed === false && around.contains(selection.anchorNode)
}

/** Calls back when the reader, not the product, scrolls an element, or selects text in it, which then must stay. */
function useReaderScroll(scroller: RefObject<HTMLElement | null>, onScroll: () => void) {
  const latest = useLatest(onScroll)
  useEffect(() => {
    const around = scroller.current
    if (!around) return
    const stop = new AbortController()
    const heard = (event: Event) => {
      // The scroller itself receives only presses on its scroll bar.
      if (event.type === 'pointerdown' && event.target !== around) return
      if (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) return
      if (event.type === 'selectionchange' && !isSelected(around)) return
      if (around.scrollHeight > around.clientHeight) latest.current()
    }
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      around.addEventListener(type, heard, { passive: true, signal: stop.signal })
    document.addEventListener('selectionchange', heard, { signal: stop.signal })
    return () => stop.abort()
  }, [scroller, latest])
}
