import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { findMatches, lettersOf, type Match } from './matches.ts'

const NONE: readonly Match[] = []

export interface Search {
  readonly open: boolean
  readonly query: string
  readonly matches: readonly Match[]
  /** Index of the current match, from 0. */
  readonly current: number
  readonly setOpen: (open: boolean) => void
  readonly setQuery: (query: string) => void
  /** @param by 1 for the next match, -1 for the previous one; wraps around */
  readonly step: (by: 1 | -1) => void
}

/** Searches a transcript. Input is shown at once; matches follow when there is time to draw them. */
export function useSearch(words: Words): Search {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [place, setPlace] = useState(0)
  const sought = useDeferredValue(query)
  const letters = useMemo(() => (open ? lettersOf(words) : null), [open, words])
  const matches = useMemo(() => (letters ? findMatches(letters, sought) : NONE), [letters, sought])
  return {
    open,
    query,
    matches,
    current: Math.min(place, Math.max(0, matches.length - 1)),
    setOpen: (next) => {
      setOpen(next)
      setQuery('')
      setPlace(0)
    },
    setQuery: (next) => {
      setQuery(next)
      setPlace(0)
    },
    step: (by) => {
      if (matches.length > 0) setPlace((place + by + matches.length) % matches.length)
    },
  }
}
