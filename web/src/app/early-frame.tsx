import { type ReactNode, useLayoutEffect } from 'react'
import { CollectionsLead } from '../features/collections/collections-lead.tsx'
import { SearchLead } from '../features/search/search-lead.tsx'
import { Bar } from './bar.tsx'

const ID = 'early'

/** What the screens that people most often begin with say before anything is known of the person, by address. */
const HEADS: Readonly<Record<string, ReactNode>> = {
  '/home': (
    <>
      <div className="home-head">
        <h1>Search your videos</h1>
      </div>
      <SearchLead />
    </>
  ),
  '/collections': (
    <>
      <div className="head">
        <h1>Collections</h1>
      </div>
      <CollectionsLead />
    </>
  ),
}

/** Addresses of the screens that have an early frame. */
export const earlyAddresses: readonly string[] = Object.keys(HEADS)

/** Bar and heading of a screen, drawn at build time: seen while the program loads, and out of reach for keyboard and ear. */
export function EarlyFrame({ address }: { address: string }) {
  return (
    <div id={ID} inert aria-hidden="true">
      <Bar audience="user" />
      <main className="page">{HEADS[address]}</main>
    </div>
  )
}

/** Takes the early frame away in the moment in which what stands beside this is there. */
export function EarlyFrameEnd() {
  useLayoutEffect(() => document.getElementById(ID)?.remove(), [])
  return null
}
