import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { formatRange } from '@footnote/contract/shared/timecode.ts'
import { MessageSquareText, ScanSearch } from 'lucide-react'
import { reviewAddress } from '../../../../lib/addresses.ts'
import { MenuLink } from '../../../../ui/overlays/menu.tsx'
import { MoreMenu } from '../../../../ui/overlays/more-menu.tsx'
import type { PlayableVideo } from '../opened/film.ts'

/** Address of a moment in review; null for people who may not review its film. */
export const reviewOf = ({
  can,
  video_id,
  user_id,
  start_time,
}: PlayableVideo & Pick<Match, 'start_time'>): string | null =>
  can.review ? `${reviewAddress({ id: video_id, user_id })}?t=${start_time}` : null

/**
 * Other actions of a match.
 * @param similar address of the search for similar moments; null if pictures are not searched
 */
export function MatchMenu({ match, similar }: { match: Match; similar: string | null }) {
  const review = reviewOf(match)
  if (!similar && !review) return null
  const { video_name, start_time, end_time } = match
  return (
    <MoreMenu name={`${video_name}, ${formatRange(start_time, end_time)}`}>
      {similar && (
        <MenuLink to={similar} icon={ScanSearch}>
          Find similar
        </MenuLink>
      )}
      {review && (
        <MenuLink to={review} icon={MessageSquareText}>
          Quick Review
        </MenuLink>
      )}
    </MoreMenu>
  )
}
