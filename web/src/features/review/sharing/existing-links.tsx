import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { linksQuery } from './api.ts'
import { type LinkPart, LinkRow } from './link-row.tsx'
import { linkNames } from './link-words.ts'
import type { ShareSubject } from './subject.ts'

/** A part of the dialog about one link. */
export interface OpenedPart {
  readonly link: ShareLink
  readonly part: LinkPart
}

const TITLES = {
  video: 'Links to this video',
  collection: 'Links to this collection',
  selects: 'Links to these selects',
} as const

const isPreparing = ({ marked }: ShareLink): boolean => marked !== null && marked.preparing > 0

/** The valid links to what somebody shares: for whom each is, what it allows, who made it, and what can be done with it. */
export function ExistingLinks({ subject, onOpen }: { subject: ShareSubject; onOpen: (opened: OpenedPart) => void }) {
  const { data, isError, isPending, refetch } = useQuery({
    ...linksQuery(subject),
    refetchInterval: ({ state }) => (state.data?.some(isPreparing) ? TIMING.collection_refresh : false),
  })
  if (data?.length === 0) return null
  const names = linkNames(data ?? [])
  const title = TITLES[subject.kind]
  return (
    <section aria-label={title} aria-busy={isPending}>
      <h3 className="label mb-1">{title}</h3>
      {isPending && <Skeleton className="h-10 w-full" />}
      {!data && isError && <NotLoaded what="The links could not be loaded." onRetry={refetch} />}
      <ul className="links">
        {data?.map((link, at) => (
          <LinkRow key={link.id} link={link} name={names[at] ?? ''} onOpen={(part) => onOpen({ link, part })} />
        ))}
      </ul>
    </section>
  )
}
