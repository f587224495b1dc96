import type { ReactNode } from 'react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { Spinner } from '../../../ui/page/spinner.tsx'

/** A page with one message. */
export function Message({
  title,
  home,
  action,
  children,
}: {
  title: string
  home: string
  /** Another button, before the one that leads home. */
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <main className="page">
      <title>{`${title} · Footnote`}</title>
      <div className="empty mt-6">
        <h1 className="text-2xl text-text">{title}</h1>
        {children}
        <div className="mt-3 flex flex-wrap gap-2">
          {action}
          <ButtonLink variant="primary" to={home}>
            Return Home
          </ButtonLink>
        </div>
      </div>
    </main>
  )
}

/** The video failed to load, or this person may not see it. @param home address to return to */
export function ReviewFailure({ error, home, onRetry }: { error: unknown; home: string; onRetry?: () => void }) {
  return (
    <Message title="Error loading video" home={home} action={onRetry && <Button onClick={onRetry}>Retry</Button>}>
      <p role="alert">{errorDetail(error, 'An error occurred loading the video.')}</p>
    </Message>
  )
}

/** Placeholder with the page's layout while the video loads. */
export function ReviewSkeleton() {
  return (
    <main className="review" aria-busy="true">
      <div className="review-tools">
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
      <div className="review-loading">
        <div className="max-[899px]:hidden">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-6 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-4/5" />
        </div>
        <div className="stage stage-message" data-theme="dark">
          <Spinner label="Loading" />
        </div>
        <div>
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-6 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-3/5" />
        </div>
      </div>
    </main>
  )
}
