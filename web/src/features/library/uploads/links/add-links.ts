import { type Video, videos } from '@footnote/contract/nouns/library/videos.ts'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { call } from '../../../../lib/calls/client.ts'

/** An address that was not added, and why. */
export interface RefusedLink {
  readonly address: string
  readonly reason: string
}

/** Addresses of a text, one for each line or word, each once. */
export const addressesIn = (text: string): string[] => [...new Set(text.split(/\s+/).filter((part) => part !== ''))]

/** Adds a video for each address, one after the other. @returns the added ones, and those that the server refused */
export async function addLinks(
  index_id: string,
  addresses: readonly string[],
): Promise<{ added: readonly Video[]; refused: readonly RefusedLink[] }> {
  const added: Video[] = []
  const refused: RefusedLink[] = []
  for (const url of addresses)
    try {
      added.push((await call(videos.importUrl, { body: { index_id, url } })).video)
    } catch (error) {
      refused.push({ address: url, reason: errorDetail(error, 'The link was not added. Try again.') })
    }
  return { added, refused }
}
