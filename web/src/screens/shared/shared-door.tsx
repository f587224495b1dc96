import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { isGone } from '../../features/review/review-page/api.ts'
import { ReviewFailure, ReviewSkeleton } from '../../features/review/review-page/review-states.tsx'
import { linkQuery } from '../../features/review/review-page/shared-api.ts'
import { roomKey } from '../../features/review/sharing/room/api.ts'
import { sendAddress } from '../../lib/addresses.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { readPass, watchLinkChange, watchLocked } from '../../lib/stored/share-pass.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'

// Loaded for links whose maker asks for something.
const GatePage = lazyPart(async () => (await import('../../features/review/sharing/gate/gate-page.tsx')).GatePage)

/** A link that its guest may open now. */
export interface OpenLink {
  readonly link: OpenedLink
  readonly shareToken: string
  /** Whether the link has ended since the page was opened. */
  readonly gone: boolean
  /** Reads the link again, because a call was refused, or changed it. */
  readonly check: () => Promise<unknown>
}

interface DoorProps {
  children: (open: OpenLink) => ReactNode
}

// The pages behind a link are screens of their own, and the way between them must not lose what was read.
let cache: { readonly share_token: string; readonly queries: QueryClient } | null = null

function cacheOf(share_token: string): QueryClient {
  // A link that was paused may be open again.
  const ended = cache?.queries.getQueryState(linkQuery(share_token).queryKey)?.error
  if (cache?.share_token !== share_token || ended) cache = { share_token, queries: createQueryClient() }
  return cache.queries
}

/**
 * What is behind a share link, once its guest has given what its maker asks for. It needs no account, and its queries
 * have a cache of their own.
 */
export function SharedDoor({ children }: DoorProps) {
  const { shareToken = '' } = useParams()
  const [queries] = useState(() => cacheOf(shareToken))
  return (
    <QueryClientProvider client={queries}>
      <Door key={shareToken} shareToken={shareToken}>
        {children}
      </Door>
    </QueryClientProvider>
  )
}

function Door({ shareToken, children }: DoorProps & { shareToken: string }) {
  const queries = useQueryClient()
  const { data: link, error, refetch } = useQuery(linkQuery(shareToken))
  const [met, setMet] = useState(() => readPass(shareToken) !== null)
  useEffect(() => watchLocked(shareToken, () => void refetch()), [shareToken, refetch])
  useEffect(
    () =>
      watchLinkChange(shareToken, () => {
        void refetch()
        void queries.invalidateQueries({ queryKey: roomKey(shareToken) })
      }),
    [shareToken, refetch, queries],
  )
  if (!link) {
    if (!error) return <ReviewSkeleton />
    return <ReviewFailure error={error} home="/" {...(isGone(error) ? {} : { onRetry: refetch })} />
  }
  if (link.kind === 'box') return <Navigate to={sendAddress(shareToken)} replace />
  const gone = isGone(error)
  // An address that guests may leave out is asked for once.
  if (!gone && (link.locked || (link.needs.email === 'optional' && !met)))
    return (
      <GatePage
        link={link}
        shareToken={shareToken}
        fallback={<ReviewSkeleton />}
        onOpened={async () => {
          // Addresses of files that were given before the link was locked no longer work.
          queries.removeQueries({
            predicate: ({ queryKey }) => queryKey.join() !== linkQuery(shareToken).queryKey.join(),
          })
          await refetch()
          setMet(true)
        }}
      />
    )
  return children({ link, shareToken, gone, check: refetch })
}
