import { EVENT_STREAMS } from '@footnote/contract/shared/limits.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { LinkViewer, Reviewer } from '../../../platform/route.ts'
import type { Watcher } from './stream.ts'

/** Whoever opens a stream, at a video, at a link or for themselves. */
type Opener = Omit<Watcher, 'viewer'> & { readonly viewer: Reviewer | LinkViewer }

const TOO_MANY = 'Too many pages with comments are open at once. Close one, and this one goes on.'

/**
 * Never closes another page's stream for a new one: its client would reconnect and close another.
 * @throws ProductError rate_limited
 */
export function refuseMore(open: readonly Opener[], watcher: Opener): void {
  const own = open.filter((other) => listenerOf(other) === listenerOf(watcher)).length
  const { viewer, address } = watcher
  const ofLink = viewer.kind === 'user' ? [] : open.filter((other) => isOfLink(other.viewer, viewer.link_id))
  const here = ofLink.filter((other) => other.address === address).length
  if (
    own < EVENT_STREAMS.per_person &&
    ofLink.length < EVENT_STREAMS.per_link &&
    here < EVENT_STREAMS.per_link_and_address
  )
    return
  throw new ProductError('rate_limited', { detail: TOO_MANY, retry_after: EVENT_STREAMS.retry_after })
}

/** Whether a page opens its stream again: the connection of the earlier one may be dead without the server knowing it yet. */
export const isSamePage = (one: Opener, other: Opener): boolean =>
  one.page_key !== null &&
  one.page_key === other.page_key &&
  one.personal === other.personal &&
  (one.personal || one.discussion?.video.id === other.discussion?.video.id) &&
  listenerOf(one) === listenerOf(other)

const isOfLink = (viewer: Opener['viewer'], linkId: string): boolean =>
  viewer.kind !== 'user' && viewer.link_id === linkId

/**
 * Streams are counted per person, or per guest of a link. A guest without a key is their page, or else their address.
 */
export function listenerOf({ viewer, page_key, address }: Opener): string {
  if (viewer.kind === 'user') return viewer.user_id
  if (viewer.guest_key_hash !== null) return `${viewer.link_id} guest ${viewer.guest_key_hash}`
  return page_key === null ? `${viewer.link_id} address ${address}` : `${viewer.link_id} page ${page_key}`
}
