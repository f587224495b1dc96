import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { useQuery } from '@tanstack/react-query'

/**
 * Whether to offer the dialog of links: to people who can make one, and to people who can only revoke some, for example
 * after they lost their seat. Never to guests. Few people need the list, so the calls of links load when it is read.
 */
export function useOffersLinks({ id, can }: Pick<VideoDetail, 'id' | 'can'>, guest: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['sharing', 'links', 'offered', id],
    queryFn: async ({ client }) => {
      const { shareLinksQuery } = await import('./api.ts')
      return (await client.fetchQuery(shareLinksQuery(id))).length > 0
    },
    enabled: !guest && !can.share,
  })
  return !guest && (can.share || data === true)
}
