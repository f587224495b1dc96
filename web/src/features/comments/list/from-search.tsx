import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { Search } from 'lucide-react'
import { Link } from 'react-router'
import { searchedAddress } from '../../../lib/addresses.ts'
import { tierWords } from '../../../ui/marks/tier.tsx'

/** The search whose match a comment is about, with the way back to it. */
export function FromSearch({ source }: Pick<Comment, 'source'>) {
  if (source?.kind !== 'search') return null
  const address = searchedAddress(source)
  const asked = source.query || (source.frame ? 'similar moments' : 'a picture')
  const words = (
    <>
      <Search className="icon icon-xs" aria-hidden="true" />
      <span className="truncate" dir="auto">{`From search: ${asked}`}</span>
      <span className="shrink-0">{`· ${tierWords(source.score)}`}</span>
    </>
  )
  return address ? (
    <Link className="from-search hit" to={address}>
      {words}
    </Link>
  ) : (
    <span className="from-search">{words}</span>
  )
}
