import type { Match } from '@footnote/contract/nouns/search.ts'
import { formatRange } from '@footnote/contract/shared/timecode.ts'
import { Ellipsis, MessageSquareText, ScanSearch } from 'lucide-react'
import { Link } from 'react-router'
import { reviewAddress } from '../../../lib/addresses.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Menu, MenuEntry } from '../../../ui/overlays/menu.tsx'

/** Address of the match in review; null for people who may not review it. */
export const reviewOf = ({ can, video_id, user_id, start_time }: Match): string | null =>
  can.review ? `${reviewAddress({ id: video_id, user_id })}?t=${start_time}` : null

/**
 * Other actions of a match. @param similar address of the search for similar moments; null if pictures are not searched
 */
export function MatchMenu({ match, similar }: { match: Match; similar: string | null }) {
  const review = reviewOf(match)
  if (!similar && !review) return null
  const { video_name, start_time, end_time } = match
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon"
          aria-label={`More for ${video_name}, ${formatRange(start_time, end_time)}`}
        >
          <Ellipsis className="icon" aria-hidden="true" />
        </Button>
      }
    >
      {similar && (
        <MenuEntry>
          <Link to={similar}>
            <ScanSearch className="icon" aria-hidden="true" />
            Find similar
          </Link>
        </MenuEntry>
      )}
      {review && (
        <MenuEntry>
          <Link to={review}>
            <MessageSquareText className="icon" aria-hidden="true" />
            Quick Review
          </Link>
        </MenuEntry>
      )}
    </Menu>
  )
}
