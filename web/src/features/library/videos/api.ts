import { type CollectionDetail, collections } from '@footnote/contract/nouns/library/collections.ts'
import { type MovedVideos, type Video, videos } from '@footnote/contract/nouns/library/videos.ts'
import { TIMING, VIDEOS } from '@footnote/contract/shared/limits.ts'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { call } from '../../../lib/calls/client.ts'
import { readPages } from '../../../lib/calls/pages.ts'
import { saveFile } from '../../../lib/calls/save-file.ts'
import { useReload } from '../../../lib/calls/use-reload.ts'

/**
 * Whether the video needs no reload of its list. FAILED and OVER_LIMIT do need one: somebody else may retry the video.
 */
const isSettled = ({ status, playback, sound }: Video): boolean =>
  (status === 'SUCCESS' && playback !== 'PREPARING' && !sound?.changing) || status === 'ERROR'

/** A video that came meanwhile moves the last one of a page to the next page. */
function withPage(before: CollectionDetail, next: CollectionDetail): CollectionDetail {
  const known = new Set(before.videos.map(({ id }) => id))
  return { ...before, videos: [...before.videos, ...next.videos.filter(({ id }) => !known.has(id))] }
}

/**
 * A collection with its videos, which are read page by page; reloaded every 5 s while one of them may still change, otherwise before addresses
 * expire.
 */
export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['collections', 'detail', id],
    queryFn: ({ signal }) =>
      readPages((query) => call(collections.detail, { params: { id }, query }, signal), {
        page_size: VIDEOS.page_size,
        join: withPage,
      }),
    refetchInterval: ({ state }) =>
      state.data && !state.data.videos.every(isSettled) ? TIMING.collection_refresh : TIMING.address_refresh,
  })

const useReloadLists = () => useReload(['collections'])

interface VideoDeletion {
  readonly video: Video
  /** Whether its open comments go to the newest other version. */
  readonly keep_comments: boolean
}

/** Deletes a video; the lists show it as DELETING until its files are deleted. */
export function useDeleteVideo() {
  const queries = useQueryClient()
  const reload = useReloadLists()
  return useMutation({
    mutationFn: ({ video: { id, collection_id, file_extension }, keep_comments }: VideoDeletion) =>
      call(videos.delete, { body: { id, index_id: collection_id, file_extension, keep_comments } }),
    onSuccess: (_answer, { video: { id, collection_id } }) => {
      showDeleting(queries, collection_id, [id])
      void reload()
    },
    onError: (error) => console.warn('delete video', error),
  })
}

/** Deletes several videos, each with its own call; `settle` then shows them as being deleted. */
export function useDeleteVideos(collection_id: string) {
  const queries = useQueryClient()
  const reload = useReloadLists()
  return {
    one: ({ id }: Video, keep_comments: boolean) => call(videos.delete, { body: { id, keep_comments } }),
    settle: (ids: readonly string[]) => {
      showDeleting(queries, collection_id, ids)
      void reload()
    },
  }
}

function showDeleting(queries: QueryClient, collection_id: string, ids: readonly string[]): void {
  const changed = (video: Video): Video => (ids.includes(video.id) ? { ...video, status: 'DELETING' } : video)
  queries.setQueryData(
    collectionQuery(collection_id).queryKey,
    (detail) => detail && { ...detail, videos: detail.videos.map(changed) },
  )
}

/** Renames a video; resolves when the lists show it. */
export function useRenameVideo() {
  const reload = useReloadLists()
  return useMutation({
    mutationFn: async ({ video, new_name }: { video: Video; new_name: string }) => {
      await call(videos.rename, { body: { id: video.id, new_name } })
      await reload()
    },
  })
}

/**
 * Moves videos to another collection, a hundred with each call. Resolves when the lists show it, with the videos that
 * stayed and the reasons.
 */
export function useMoveVideos() {
  const reload = useReloadLists()
  return useMutation({
    mutationFn: async ({ videos: moving, index_id }: { videos: readonly Video[]; index_id: string }) => {
      const outcome: Pick<MovedVideos, 'moved' | 'kept'> = { moved: [], kept: [] }
      try {
        for (let first = 0; first < moving.length; first += VIDEOS.moved_at_once) {
          const video_ids = moving.slice(first, first + VIDEOS.moved_at_once).map(({ id }) => id)
          const { moved, kept } = await call(videos.move, { body: { index_id, video_ids } })
          outcome.moved.push(...moved)
          outcome.kept.push(...kept)
        }
      } catch (error) {
        // Earlier calls have moved their videos, so the answer still names those.
        if (outcome.moved.length === 0) throw error
        const stayed = moving.filter(
          ({ id }) => !outcome.moved.includes(id) && !outcome.kept.some((video) => video.id === id),
        )
        const detail = errorDetail(error, 'The server did not answer.')
        outcome.kept.push(...stayed.map(({ id }) => ({ id, code: 'not_moved', detail })))
      }
      await reload()
      return outcome
    },
  })
}

/** Retries a failed video. */
export function useRetryVideo() {
  const reload = useReloadLists()
  return useMutation({
    mutationFn: async (id: string) => {
      await call(videos.retry, { body: { video_id: id } })
      await reload()
    },
    onError: (error) => console.warn('retry', error),
  })
}

/** Sets the language in which the server transcribes a video. */
export function useChooseLanguage() {
  const reload = useReloadLists()
  return useMutation({
    mutationFn: async (body: { video_id: string; language: string | null }) => {
      await call(videos.setLanguage, { body })
      await reload()
    },
  })
}

/** Makes the browser save the file at an address, under the name that the server gives. */
export function saveAddress(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** Makes the browser save a video under its own name. */
export async function saveVideo({ id }: Pick<Video, 'id'>): Promise<void> {
  saveAddress((await call(videos.downloadUrl, { params: { video_id: id } })).url)
}

/** The same, for a button that shows whether the download began. */
export function useDownloadVideo() {
  return useMutation({
    mutationFn: saveVideo,
    onError: (error) => console.warn('download', error),
  })
}

/** Makes the browser save the subtitles as a .vtt file. */
export function useDownloadSubtitles() {
  return useMutation({
    mutationFn: async ({ subtitle_url, file_name }: Pick<Video, 'subtitle_url' | 'file_name'>) => {
      const response = await fetch(subtitle_url ?? '')
      if (!response.ok) throw new Error(`Subtitles answered ${response.status}`)
      saveFile(await response.blob(), `${file_name.replace(/\.[^.]+$/, '')}.vtt`)
    },
    onError: (error) => console.warn('subtitles', error),
  })
}
