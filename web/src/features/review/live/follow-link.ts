import { LINK_EVENTS, live } from '@footnote/contract/nouns/review/live.ts'
import { request } from '../../../lib/calls/client.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { noteLinkChange } from '../../../lib/stored/share-pass.ts'
import { follow } from './follow.ts'

/**
 * Hears on a page that shows no video when its link changes or ends, and says so to the page.
 * @returns a function that stops it
 */
export function followLink(share_token: string): () => void {
  const stop = new AbortController()
  const query = { page_key: randomKey() }
  const note = () => noteLinkChange(share_token)
  let opened = false
  void follow(
    {
      known: LINK_EVENTS,
      open: (signal, headers) => request(live.link, { query, headers }, signal, { share_token }),
    },
    {
      // The page was read shortly before the first opening. Of what happens between two streams, the page hears nothing.
      onOpen: () => {
        if (opened) note()
        opened = true
      },
      onEvent: note,
      onClosed: () => undefined,
      onEnded: note,
    },
    stop.signal,
  )
  return () => stop.abort()
}
