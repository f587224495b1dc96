import type { Mentionable } from '@footnote/contract/nouns/review/comments/people.ts'
import { TEXT, TIMING } from '@footnote/contract/shared/limits.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { afterPress } from '../../../../ui/after-press.ts'
import type { CommentsApi } from '../comments-api.ts'

/** The current line up to the caret, as much of it as the server accepts. */
export function askedAbout(before: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (line.length <= TEXT.query) return line.trimStart()
  const end = line.slice(-TEXT.query)
  return end.slice(end.search(/\s/) + 1).trimStart()
}

/** What follows an `@` up to the caret, on its line: the beginning of a name, which may have spaces. Null without one. */
export function mentionBefore(before: string): string | null {
  const found = /(?:^|[\s("'“])@([^\s@][^\n@]{0,60})?$/.exec(before)
  return found && (found[1] ?? '')
}

/** A text that can replace what it was asked for. */
export interface Suggestion {
  readonly text: string
  /** A member to mention. */
  readonly person?: Mentionable
}

/** Suggestions for the text that a person types; each can replace the text of its request. */
export function useSuggestions(suggest: CommentsApi['suggest'], people: CommentsApi['people']) {
  const [found, setFound] = useState<readonly Suggestion[]>([])
  const [active, setActive] = useState<number | null>(null)
  const asking = useRef<{ timer: ReturnType<typeof setTimeout>; call: AbortController } | null>(null)

  const cancel = useCallback(() => {
    if (!asking.current) return
    clearTimeout(asking.current.timer)
    asking.current.call.abort()
    asking.current = null
  }, [])
  /** Removes suggestions and cancels the request for more. */
  const close = useCallback(() => {
    cancel()
    setFound([])
    setActive(null)
  }, [cancel])
  /** Cancels the request for more at once, and removes suggestions after the press that leaves the box. */
  const leave = () => {
    cancel()
    afterPress(close)
  }
  useEffect(() => close, [close])

  /** A beginning of a name that nobody has: what follows is no name. */
  const nobody = useRef<string | null>(null)

  /** @returns what to ask for the text before the caret, or null for nothing */
  const questionAbout = (before: string): ((signal: AbortSignal) => Promise<readonly Suggestion[]>) | null => {
    const name = people && mentionBefore(before)
    if (people && name !== null && !(nobody.current !== null && name.startsWith(nobody.current)))
      return async (signal) => {
        const list = await people.find(name.trim(), signal)
        nobody.current = list.length === 0 && name !== '' ? name : null
        return list.map((person) => ({ text: person.name, person }))
      }
    const query = askedAbout(before)
    // After a blank there is no unfinished word: the server would complete the one before it.
    if (!suggest || query.trim().length < COMMENTS.suggest_from || /\s$/.test(query)) return null
    return async (signal) => (await suggest(query, signal)).map((text) => ({ text }))
  }

  /** @param before the text before the caret */
  const ask = (before: string) => {
    close()
    const question = questionAbout(before)
    if (!question) return
    const call = new AbortController()
    const timer = setTimeout(() => {
      question(call.signal).then(
        (suggestions) => {
          if (call.signal.aborted) return
          setFound(suggestions)
          // Of people, Enter takes the first one at once.
          setActive(suggestions[0]?.person ? 0 : null)
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

  return { found, active, ask, close, leave, cycle }
}
