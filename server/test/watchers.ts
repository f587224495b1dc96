import { randomUUID } from 'node:crypto'
import type { LinkHolder } from '../../seed/rows/senders.ts'
import { openEvents } from './event-stream.ts'

/** A few at a time, so that a test does not measure a queue. */
const AT_ONCE = 20

/** Opens a page of a link for each address, as a proxy on this machine passes them on. */
export async function openPages(base: string, video: string, link: LinkHolder, addresses: readonly string[]) {
  const pages: Awaited<ReturnType<typeof openEvents>>[] = []
  for (let from = 0; from < addresses.length; from += AT_ONCE) {
    const some = addresses.slice(from, from + AT_ONCE)
    const opening = some.map((address) => openEvents(base, video, link, { address, page_key: randomUUID() }))
    pages.push(...(await Promise.all(opening)))
  }
  return pages
}

/** As many addresses as asked for, all different. */
export const addressesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `198.18.${Math.floor(at / 250)}.${1 + (at % 250)}`)
