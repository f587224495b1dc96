import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { useSyncExternalStore } from 'react'
import { useKeys } from '../../../../lib/keyboard/use-keys.ts'
import { extend, NO_SELECTION, type Selection, toggle, without } from '../../../../ui/selection/selection.ts'

/** Names a match among the results. Its rank, end and score change while videos are indexed. */
export const matchId = ({ video_id, start_time }: Pick<Match, 'video_id' | 'start_time'>): string =>
  `${video_id}@${start_time}`

/** Selection of matches on their cards and in the player. */
export interface MatchPicking {
  readonly has: (match: Match) => boolean
  /** Selects a match or deselects it. @param range whether all matches up to it are selected */
  readonly pick: (match: Match, range: boolean) => void
}

/** Searches whose selections are kept; older ones are forgotten. */
const KEPT = 20

/** The selections of the latest searches of this tab, so that the way back to a search leads to its selection, too. */
class Selections {
  #kept: ReadonlyMap<string, Selection> = new Map()
  readonly #listeners = new Set<() => void>()

  readonly of = (search: string): Selection => this.#kept.get(search) ?? NO_SELECTION

  readonly listen = (heard: () => void) => {
    this.#listeners.add(heard)
    return () => this.#listeners.delete(heard)
  }

  set(search: string, selection: Selection): void {
    const others = [...this.#kept].filter(([kept]) => kept !== search)
    this.#kept = new Map([...others, [search, selection] as const].slice(-KEPT))
    for (const heard of this.#listeners) heard()
  }
}
const selections = new Selections()

/**
 * The selected matches of a search, in the order of the results. A match that the results no longer have is not
 * selected; a folded one is.
 * @param search the search, whatever of its answer is visible
 * @param matches those of the answer, best first
 * @param visible whether a match has a card
 */
export function useChosenMatches(search: string, matches: readonly Match[], visible: (match: Match) => boolean) {
  const selection = useSyncExternalStore(selections.listen, () => selections.of(search))
  const shown = matches.filter(visible)
  const order = shown.map(matchId)
  const chosen = matches.filter((match) => selection.ids.has(matchId(match)))
  const picking: MatchPicking = {
    has: (match) => selection.ids.has(matchId(match)),
    pick: (match, range) => {
      const id = matchId(match)
      selections.set(search, range ? extend(selection, id, order) : toggle(selection, id))
    },
  }
  const clear = () => selections.set(search, NO_SELECTION)
  const pickAt = (range: boolean) => {
    const match = matchAt(shown)
    if (match) picking.pick(match, range)
  }
  // The first one that fits counts, and Shift fits both.
  useKeys({ select_matches: () => pickAt(true), select_match: () => pickAt(false) })
  useKeys(chosen.length > 0 ? { deselect: clear } : {})
  return {
    chosen,
    shown,
    picking,
    clear,
    letGo: (done: readonly Match[]) => selections.set(search, without(selection, done.map(matchId))),
    choose: (more: readonly Match[]) =>
      selections.set(search, { ...selection, ids: new Set([...selection.ids, ...more.map(matchId)]) }),
  }
}

/** The match whose card has the focus or, if none has, is under the pointer. */
function matchAt(matches: readonly Match[]): Match | undefined {
  const card = document.activeElement?.closest('.match') ?? document.querySelector('.match:hover')
  const id = card instanceof HTMLElement ? card.dataset.match : undefined
  return matches.find((match) => matchId(match) === id)
}
