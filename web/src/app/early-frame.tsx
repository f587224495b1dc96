import type { ReactNode } from 'react'
import { CollectionCardSkeleton } from '../features/library/collections/collection-card.tsx'
import { CollectionsLead } from '../features/library/collections/collections-lead.tsx'
import { CollectionSkeleton } from '../features/library/videos/collection-states.tsx'
import { SearchLead } from '../features/output/search/question/search-lead.tsx'
import { ReviewSkeleton } from '../features/review/review-page/review-states.tsx'
import { SectionHead } from '../ui/page/page-header.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { EARLY_FRAME } from './early-frame-end.tsx'
import { Bar } from './shell/bar.tsx'
import { GuestBar } from './shell/guest-bar.tsx'

const cards = (count: number) => (
  <div className="grid-collections">
    {Array.from({ length: count }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders without identity
      <CollectionCardSkeleton key={place} />
    ))}
  </div>
)

const sections = (questions: boolean) => (
  <>
    <SectionHead title="Sample Videos" />
    {questions && <div className="sample-questions" />}
    {cards(1)}
    <SectionHead title="My Videos" />
    {cards(4)}
  </>
)

const collection = (
  <main className="page">
    <CollectionSkeleton />
  </main>
)

/** Outlines of screens before anything is known about the person, by address pattern. */
const FRAMES: Readonly<Record<string, ReactNode>> = {
  '/home': (
    <main className="page">
      <div className="home-head">
        <h1>Search your videos</h1>
      </div>
      <SearchLead />
      <Skeleton className="h-23 sm:h-13" />
      <div className="tiles">
        {Array.from({ length: 5 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders without identity
          <span key={place} className="tile" />
        ))}
      </div>
      {sections(true)}
    </main>
  ),
  '/collections': (
    <main className="page">
      <div className="head">
        <h1>Collections</h1>
      </div>
      <CollectionsLead />
      {sections(false)}
    </main>
  ),
  '/collections/:id': collection,
  '/collections/:id/search': (
    <main className="page">
      <div className="searchbar" />
      <Skeleton className="mt-4 h-8" />
    </main>
  ),
  '/quick-review/home': (
    <main className="page">
      <div className="head">
        <h1>Quick Review</h1>
      </div>
      {cards(4)}
    </main>
  ),
  '/quick-review/collections/:id': collection,
  '/quick-review/:userId/:videoId': <ReviewSkeleton />,
  '/shared/:shareToken': <ReviewSkeleton />,
  '/shared/:shareToken/:videoId': <ReviewSkeleton />,
}

/** Address patterns of the screens that have an early frame. */
export const earlyAddresses: readonly string[] = Object.keys(FRAMES)

/**
 * Navigation bar and outline of a screen, drawn at build time. Visible while the program loads, but hidden from
 * keyboard and screen readers.
 */
export function EarlyFrame({ address, guest }: { address: string; guest: boolean }) {
  return (
    <div id={EARLY_FRAME} inert aria-hidden="true">
      {guest ? <GuestBar /> : <Bar audience="user" />}
      {FRAMES[address]}
    </div>
  )
}
