import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { readBox } from '../../features/library/uploads/box/box-api.ts'
import { BoxPage } from '../../features/library/uploads/box/box-page.tsx'
import { followLink } from '../../features/review/live/follow-link.ts'
import { isGone } from '../../features/review/review-page/api.ts'
import { linkQuery } from '../../features/review/review-page/shared-api.ts'
import { sharedAddress } from '../../lib/addresses.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { watchLinkChange, watchLocked } from '../../lib/stored/share-pass.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../ui/page/not-loaded.tsx'
import { Spinner } from '../../ui/page/spinner.tsx'

// Loaded for boxes whose maker asks for something.
const GatePage = lazyPart(async () => (await import('../../features/review/sharing/gate/gate-page.tsx')).GatePage)

/** Milliseconds between two looks at a box: another tab or device may send, and it may become full. */
const LOOK = 10_000

/** A box, into which people without an account send files. */
export default function SendScreen() {
  const { shareToken = '' } = useParams()
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Send key={shareToken} shareToken={shareToken} />
    </QueryClientProvider>
  )
}

function Send({ shareToken }: { shareToken: string }) {
  const link = useQuery(linkQuery(shareToken))
  const open = link.data?.kind === 'box' && !link.data.locked
  const box = useQuery({
    queryKey: ['box', shareToken],
    queryFn: ({ signal }) => readBox(shareToken, signal),
    enabled: ({ state }) => open && !isGone(state.error),
    refetchInterval: LOOK,
  })
  const { refetch } = link
  const { refetch: readBoxAgain } = box
  useEffect(() => watchLocked(shareToken, () => void refetch()), [shareToken, refetch])
  useEffect(
    () =>
      watchLinkChange(shareToken, () => {
        void refetch()
        void readBoxAgain()
      }),
    [shareToken, refetch, readBoxAgain],
  )
  useEffect(() => (open ? followLink(shareToken) : undefined), [shareToken, open])
  if (isGone(link.error) || isGone(box.error)) return <Ended />
  if (link.data && link.data.kind !== 'box') return <Navigate to={sharedAddress(shareToken)} replace />
  if (link.data?.locked)
    return <GatePage link={link.data} shareToken={shareToken} fallback={<Loading />} onOpened={refetch} />
  if (box.data) return <BoxPage box={box.data} shareToken={shareToken} onRefresh={() => void box.refetch()} />
  const failed = link.error ? link : box.error ? box : null
  if (!failed) return <Loading />
  return (
    <main className="page">
      <NotLoaded what="This page could not be loaded." onRetry={failed.refetch} />
    </main>
  )
}

const Loading = () => (
  <main className="page grid place-items-center py-24">
    <Spinner label="Opening the link" />
  </main>
)

const Ended = () => (
  <main className="page">
    <title>This link has ended · Footnote</title>
    <EmptyState
      fact="This link has ended"
      next="What you sent stays with the people who asked for it. Ask them for a new link, if there is more to send."
    />
  </main>
)
