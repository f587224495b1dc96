import { collections } from '@footnote/contract/collections.ts'
import { TIMING } from '@footnote/contract/limits.ts'
import { type Video, videos } from '@footnote/contract/videos.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/client.ts'

const isSettled = ({ status, playback }: Video): boolean =>
  (status === 'SUCCESS' && playback !== 'PREPARING') || status === 'ERROR'

/** A collection with its videos; read again every 5 s while one of them may still change, then before addresses end. */
export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['collections', 'detail', id],
    queryFn: ({ signal }) => call(collections.detail, { params: { id } }, signal),
    refetchInterval: ({ state }) =>
      state.data && !state.data.videos.every(isSettled) ? TIMING.collection_refresh : TIMING.address_refresh,
  })

function useReload() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['collections'] })
}

/** Deletes a video; the lists then show it as DELETING until its files are gone. */
export function useDeleteVideo() {
  const queries = useQueryClient()
  const reload = useReload()
  return useMutation({
    mutationFn: ({ id, collection_id, file_extension }: Video) =>
      call(videos.delete, { body: { id, index_id: collection_id, file_extension } }),
    onSuccess: (_answer, { id, collection_id }) => {
      queries.setQueryData(
        collectionQuery(collection_id).queryKey,
        (detail) =>
          detail && {
            ...detail,
            videos: detail.videos.map((video): Video => (video.id === id ? { ...video, status: 'DELETING' } : video)),
          },
      )
      void reload()
    },
    onError: (error) => console.warn('delete video', error),
  })
}

/** Has a failed video indexed again. */
export function useRetryVideo() {
  const reload = useReload()
  return useMutation({
    mutationFn: async (id: string) => {
      await call(videos.retry, { body: { video_id: id } })
      await reload()
    },
    onError: (error) => console.warn('retry', error),
  })
}

/** Chooses the language that a video is transcribed in. */
export function useChooseLanguage() {
  const reload = useReload()
  return useMutation({
    mutationFn: async (body: { video_id: string; language: string | null }) => {
      await call(videos.setLanguage, { body })
      await reload()
    },
  })
}

/** Lets the browser save what an address answers, under the name that the server gives. */
export function saveAddress(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** Has the browser save a video under its own name. */
export function useDownloadVideo() {
  return useMutation({
    mutationFn: async (id: string) => saveAddress((await call(videos.downloadUrl, { params: { video_id: id } })).url),
    onError: (error) => console.warn('download', error),
  })
}

/** Has the browser save the subtitles as a .vtt file. */
export function useDownloadSubtitles() {
  return useMutation({
    mutationFn: async ({ subtitle_url, file_name }: Pick<Video, 'subtitle_url' | 'file_name'>) => {
      const response = await fetch(subtitle_url ?? '')
      if (!response.ok) throw new Error(`Subtitles answered ${response.status}`)
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await response.blob())
      link.download = `${file_name.replace(/\.[^.]+$/, '')}.vtt`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    },
    onError: (error) => console.warn('subtitles', error),
  })
}
