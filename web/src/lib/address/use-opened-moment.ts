import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type FilmMoment, isTidy, readMoment, withMoment } from './moment-address.ts'
import { useAhead } from './use-ahead.ts'

/** What the entry of the history keeps beside its address. */
interface MomentState {
  /** When the opened match begins, in seconds: a trimmed clip may lie outside of it. Null without a match. */
  readonly found_at: number | null
  /** Whether the entry before it is the same screen without a moment. */
  readonly pushed: boolean
}

/** The moment that plays over a screen. */
export interface OpenedMoment extends FilmMoment, MomentState {}

function keptIn(state: unknown): MomentState {
  const { found_at = null, pushed = false } = (state ?? {}) as Partial<Record<keyof MomentState, unknown>>
  return { found_at: typeof found_at === 'number' ? found_at : null, pushed: pushed === true }
}

export type MomentOpener = ReturnType<typeof useOpenedMoment>

/**
 * The moment in the address of a screen. Opening one adds an entry to the history, so that Back closes it; another moment
 * in its place, or another in or out, replaces that entry. Closing leaves the entry, or clears an address that a link has
 * led to.
 */
export function useOpenedMoment() {
  const navigate = useNavigate()
  const { search: text, state } = useLocation()
  const search = new URLSearchParams(text)
  const named = readMoment(search)
  const [moment, setMoment] = useAhead<OpenedMoment | null>(text, named && { ...named, ...keptIn(state) })
  const tidied = isTidy(search) ? null : withMoment(search, named)
  useEffect(() => {
    if (tidied !== null) navigate({ search: tidied }, { replace: true, state })
  }, [tidied, state, navigate])
  const go = (next: FilmMoment, kept: MomentState, replace: boolean) => {
    setMoment({ ...next, ...kept })
    navigate({ search: withMoment(search, next) }, { replace, state: kept })
  }
  return {
    moment,
    /** Opens a moment over the screen. @param found_at when its match begins, in seconds */
    open: (next: FilmMoment, found_at: number | null) => {
      // The second press of a double click meets a screen that is not covered yet.
      const again = moment && withMoment(search, moment) === withMoment(search, next)
      if (!again) go(next, { found_at, pushed: true }, false)
    },
    /** Shows another moment in place of the open one. */
    show: (next: FilmMoment, found_at: number | null) => go(next, { found_at, pushed: moment?.pushed ?? false }, true),
    close: () => {
      if (!moment) return
      setMoment(null)
      if (moment.pushed) navigate(-1)
      else navigate({ search: withMoment(search, null) }, { replace: true })
    },
  }
}
