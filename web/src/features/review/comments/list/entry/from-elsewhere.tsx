import type { CommentSource } from '@footnote/contract/nouns/review/comments/source.ts'
import { FileText, Search } from 'lucide-react'
import { Link } from 'react-router'
import { searchedAddress } from '../../../../../lib/addresses.ts'
import { tierWords } from '../../../../../ui/marks/tier.tsx'

/** Where a comment comes from: a file, or the search whose match it is about, with the way back to that. */
export function FromElsewhere({ source }: { source: CommentSource }) {
  if (source.kind === 'import')
    return (
      <span className="from-search">
        <FileText className="icon icon-xs" aria-hidden="true" />
        <span className="truncate" dir="auto">
          {source.author ? `Imported, by ${source.author}` : 'Imported'}
        </span>
      </span>
    )
  const address = searchedAddress(source)
  const asked = source.query || (source.frame ? 'similar moments' : 'a picture')
  const words = (
    <>
      <Search className="icon icon-xs" aria-hidden="true" />
      <span className="truncate" dir="auto">{`From search: ${asked}`}</span>
      <span className="flex-none">{`· ${tierWords(source.score)}`}</span>
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
