import { versions } from '@footnote/contract/nouns/library/videos/versions.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { isUnfinished } from '@footnote/contract/shared/video-status.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, type ShareAccess } from '../../../lib/calls/client.ts'
import { useReload } from '../../../lib/calls/use-reload.ts'

/**
 * The versions of a video, newest first; reloaded every 5 s while one of them is being indexed. Their key is among the
 * collections, so that an upload that has arrived reloads them.
 * @param share the share link that opened the page; null for signed-in people
 */
export const versionsQuery = (video_id: string, share: ShareAccess | null = null) =>
  queryOptions({
    queryKey: ['collections', 'versions', video_id],
    queryFn: async ({ signal }) => (await call(versions.list, { params: { video_id } }, signal, share)).versions,
    // Each page of a version has changed what the list says.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isUnfinished(status)) ? TIMING.collection_refresh : TIMING.address_refresh,
  })

/** Makes a video the newest version of another one; resolves when the lists show it. */
export function useStack() {
  const reload = useReload(['collections'])
  return useMutation({
    mutationFn: async ({ video_id, onto }: { video_id: string; onto: string }) => {
      await call(versions.stack, { params: { video_id }, body: { onto } })
      await reload()
    },
  })
}

/** Makes a version a video of its own; resolves when the lists show it. */
export function useUnstack() {
  const reload = useReload(['collections'])
  return useMutation({
    mutationFn: async (video_id: string) => {
      await call(versions.unstack, { params: { video_id } })
      await reload()
    },
  })
}
