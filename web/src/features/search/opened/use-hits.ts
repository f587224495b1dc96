import type { Match } from '@footnote/contract/nouns/search.ts'
import { useMemo } from 'react'
import type { Hits } from '../../../player/hits/hits.ts'
import type { Marker } from '../../../player/player-props.ts'
import { matchId } from '../moments/use-chosen-matches.ts'
import { hitsIn, neighbours } from './film.ts'

/**
 * The matches of a search in the film that plays, for the player: as numbers on its strip, and as ways between them.
 * @param match the one that plays; null for a moment that is none of them
 * @param start of the moment, in seconds
 */
export function useHits(
  matches: readonly Match[],
  { film, match, start }: { film: string; match: Match | null; start: number },
  onMatch: (match: Match) => void,
) {
  const hits = useMemo(() => hitsIn(matches, film), [matches, film])
  const markers = useMemo<Marker[]>(
    () =>
      hits.map((hit, place) => ({
        id: matchId(hit),
        number: place + 1,
        start: hit.start_time,
        end: hit.end_time,
        label: `match ${place + 1} of ${hits.length} in this film`,
      })),
    [hits],
  )
  const { previous, next } = neighbours(hits, match, start)
  const ways: Hits = {
    place: match && hits.indexOf(match),
    count: hits.length,
    previous: previous && (() => onMatch(previous)),
    next: next && (() => onMatch(next)),
  }
  return {
    hits: ways,
    markers,
    selected_marker: match && matchId(match),
    onMarkerSelect: (id: string) => {
      const hit = hits.find((one) => matchId(one) === id)
      if (hit) onMatch(hit)
    },
  }
}
