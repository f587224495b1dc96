import { commentOnMatch } from '@footnote/contract/nouns/output/search/comment-on-match.ts'
import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { useMemo } from 'react'
import type { OtherMatches } from '../../../../player/matches/other-matches.ts'
import type { Marker } from '../../../../player/player-props.ts'
import { matchId } from '../moments/use-chosen-matches.ts'
import { matchesIn, matchRange, neighbours } from './film.ts'

/**
 * The matches of a search in the video that plays, for the player: as numbers on its strip, and as ways between them.
 * @param match the one that plays; null for a moment that is none of them
 * @param start of the moment, in seconds
 */
export function useOtherMatches(
  all: readonly Match[],
  { video_id, match, start }: { video_id: string; match: Match | null; start: number },
  onMatch: (match: Match) => void,
) {
  const matches = useMemo(() => matchesIn(all, video_id), [all, video_id])
  const markers = useMemo<Marker[]>(
    () =>
      matches.map((one, place) => ({
        id: matchId(one),
        match: true,
        number: String(place + 1),
        ...commentOnMatch(matchRange(one)),
        label: `match ${place + 1} of ${matches.length} in this video`,
      })),
    [matches],
  )
  const { previous, next } = neighbours(matches, match, start)
  const other_matches: OtherMatches = {
    place: match && matches.indexOf(match),
    count: matches.length,
    previous: previous && (() => onMatch(previous)),
    next: next && (() => onMatch(next)),
  }
  return {
    other_matches,
    markers,
    selected_marker: match && matchId(match),
    onMarkerSelect: (id: string) => {
      const selected = matches.find((one) => matchId(one) === id)
      if (selected) onMatch(selected)
    },
  }
}
