import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { shareLinksQuery, useRevokeShareLink } from './api.ts'
import { expiryWords, lastUseWords, makerWords, permissionWord, revocationWords, revokeNames } from './link-words.ts'

/** The valid links to a video: for whom each is, what it allows, who made it, and a button that ends it. */
export function ExistingLinks({ videoId }: { videoId: string }) {
  const { data, isError, isPending, refetch } = useQuery(shareLinksQuery(videoId))
  if (data?.length === 0) return null
  const names = revokeNames(data ?? [])
  return (
    <section aria-label="Links to this video" aria-busy={isPending}>
      <h3 className="label mb-1">Links to this video</h3>
      {isPending && <Skeleton className="h-10 w-full" />}
      {!data && isError && <NotLoaded what="The links could not be loaded." onRetry={refetch} />}
      <ul className="links">
        {data?.map((link, at) => (
          <LinkRow key={link.id} link={link} videoId={videoId} revokeName={names[at]} />
        ))}
      </ul>
    </section>
  )
}

function LinkRow({ link, videoId, revokeName }: { link: ShareLink; videoId: string; revokeName?: string }) {
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeShareLink(videoId)
  return (
    <li className={asking ? 'is-asked' : undefined}>
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          {link.guest_name === null ? (
            'Anybody with the link'
          ) : (
            <>
              <bdi>{link.guest_name}</bdi>, asked for a verdict
            </>
          )}
        </p>
        {asking ? (
          <p className="text-xs text-text-2">
            {revoke.isError ? 'Footnote could not revoke this link.' : revocationWords(link)}
          </p>
        ) : (
          <>
            <p className="meta">
              <span>{permissionWord(link.permission)}</span>
              <span>{expiryWords(link.expires_at)}</span>
              <span>{lastUseWords(link.last_used_at, new Date())}</span>
            </p>
            <p className="text-xs text-text-2 [overflow-wrap:anywhere]">{makerWords(link)}</p>
          </>
        )}
      </div>
      {asking ? (
        <>
          <Button size="sm" autoFocus disabled={revoke.isPending} onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button size="sm" variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate(link.id)}>
            {revoke.isError ? 'Retry' : 'Revoke link'}
          </Button>
        </>
      ) : (
        <Button size="sm" aria-label={revokeName} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      )}
    </li>
  )
}
