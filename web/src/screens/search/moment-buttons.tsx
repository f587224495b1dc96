import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { ListPlus, MessageSquarePlus } from 'lucide-react'
import type { SearchRequest } from '../../features/output/search/question/search-address.ts'
import { ADDING_KEYS } from '../../lib/keyboard/adding-keys.ts'
import { useKeysOf } from '../../lib/keyboard/use-keys.ts'
import { Button } from '../../ui/forms/button.tsx'

/** A dialog about moments of a search: what it does, with which, and what found them. */
export interface AskedMoments {
  readonly what: 'send' | 'select'
  readonly matches: readonly Match[]
  /** The same moments as the results have them: a clip in the player may have other times. */
  readonly found: readonly Match[]
  /** Id of the searched collection, or of all of them. */
  readonly where: string
  readonly request: SearchRequest
}

/** What can be done with moments of a search, as buttons: in the bar of the selected ones, and in the player. */
export function MomentButtons({
  matches,
  size = 'md',
  by_key = false,
  onAsk,
}: {
  matches: readonly Match[]
  size?: 'sm' | 'md'
  /** Whether the key of the player adds them to selects. */
  by_key?: boolean
  /** Opens the dialog. */
  onAsk: (what: AskedMoments['what'], matches: readonly Match[]) => void
}) {
  useKeysOf(ADDING_KEYS, by_key ? { add: () => onAsk('select', matches) } : {}, true)
  const className = size === 'md' ? 'flex-1' : undefined
  return (
    <>
      {matches.some(({ can }) => can.comment) && (
        <Button size={size} className={className} onClick={() => onAsk('send', matches)}>
          <MessageSquarePlus className="icon" aria-hidden="true" />
          Send to review
        </Button>
      )}
      <Button size={size} className={className} onClick={() => onAsk('select', matches)}>
        <ListPlus className="icon" aria-hidden="true" />
        Add to selects
      </Button>
    </>
  )
}
