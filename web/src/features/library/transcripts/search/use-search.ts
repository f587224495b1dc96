import { useState } from 'react'
import type { Exactness, Match } from './matches.ts'

const NONE: readonly Match[] = []

export interface Search {
  readonly open: boolean
  readonly query: string
  readonly matches: readonly Match[]
  /** Index of the current match, from 0. */
  readonly current: number
  /** How to find a text to replace; null while nothing is replaced. */
  readonly exact: Exactness | null
  readonly setExact: (exact: Exactness | null) => void
  readonly setOpen: (open: boolean) => void
  readonly setQuery: (query: string) => void
  /** Shows what the row of the search has found. The same function each time. */
  readonly setMatches: (matches: readonly Match[]) => void
  /** @param by 1 for the next match, -1 for the previous one; wraps around */
  readonly step: (by: 1 | -1) => void
}

/** The search of a transcript. Its row loads and finds the matches when a person opens it. */
export function useSearch(): Search {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [place, setPlace] = useState(0)
  const [exact, setExact] = useState<Exactness | null>(null)
  const [matches, setMatches] = useState(NONE)
  return {
    open,
    query,
    matches,
    current: Math.min(place, Math.max(0, matches.length - 1)),
    setMatches,
    exact,
    setExact: (next) => {
      setExact(next)
      setPlace(0)
    },
    setOpen: (next) => {
      setOpen(next)
      setExact(null)
      setMatches(NONE)
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
