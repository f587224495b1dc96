import { TEXT, TIMING } from '@footnote/contract/shared/limits.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CommentsApi } from '../comments-api.ts'

/** The current line up to the caret, as much of it as the server accepts. */
export function askedAbout(before: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (line.length <= TEXT.query) return line.trimStart()
  const end = line.slice(-TEXT.query)
  return end.slice(end.search(/\s/) + 1).trimStart()
}

/** Suggestions for the text that a person types; each can replace the text of its request. */
export function useSuggestions(suggest: CommentsApi['suggest']) {
  const [found, setFound] = useState<readonly string[]>([])
  const [active, setActive] = useState<number | null>(null)
  const asking = useRef<{ timer: ReturnType<typeof setTimeout>; call: AbortController } | null>(null)

  /** Removes suggestions and cancels the request for more. */
  const close = useCallback(() => {
    if (asking.current) {
      clearTimeout(asking.current.timer)
      asking.current.call.abort()
      asking.current = null
    }
    setFound([])
    setActive(null)
  }, [])
  useEffect(() => close, [close])

  /** @param before the text before the caret */
  const ask = (before: string) => {
    close()
    const query = askedAbout(before)
    // After a blank there is no unfinished word: the server would complete the one before it.
    if (!suggest || query.trim().length < COMMENTS.suggest_from || /\s$/.test(query)) return
    const call = new AbortController()
    const timer = setTimeout(() => {
      suggest(query, call.signal).then(
        (suggestions) => {
          if (!call.signal.aborted) setFound(suggestions)
        },
        // Suggestions are optional, so a failure is only logged.
        (error) => {
          if (!call.signal.aborted) console.warn('suggestions', error)
        },
      )
    }, TIMING.suggestion_debounce)
    asking.current = { timer, call }
  }

  /** Moves to another suggestion and wraps around. */
  const cycle = (step: 1 | -1) =>
    setActive((place) => {
      if (place === null) return step === 1 ? 0 : found.length - 1
      return (place + step + found.length) % found.length
    })

  return { found, active, ask, close, cycle }
}
