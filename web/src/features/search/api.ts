import { TIMING } from '@footnote/contract/limits.ts'
import { search } from '@footnote/contract/search.ts'
import { videos } from '@footnote/contract/videos.ts'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/client.ts'
import { localImage } from './reference-image.ts'
import type { SearchRequest } from './search-address.ts'

/** Moments of a collection that answer a request. */
export const matchesQuery = (collectionId: string, request: SearchRequest) =>
  queryOptions({
    queryKey: ['search', collectionId, request.query, request.types, request.image, request.as_typed ?? false],
    queryFn: ({ signal }) =>
      request.image ? findByImage(collectionId, request.image, signal) : findByWords(collectionId, request, signal),
    enabled: request.query !== '' || request.image !== null,
    placeholderData: keepPreviousData,
    // The addresses of pictures end while a person reads.
    refetchInterval: TIMING.address_refresh,
  })

function findByWords(index_id: string, { query, types, as_typed }: SearchRequest, signal: AbortSignal) {
  const search_type = types.length > 0 ? { search_type: types.join(',') } : {}
  const spelling = as_typed ? { as_typed: 'true' as const } : {}
  return call(search.query, { query: { index_id, query, ...search_type, ...spelling } }, signal)
}

function findByImage(index_id: string, image: string, signal: AbortSignal) {
  const form = new FormData()
  const file = localImage(image)
  if (file) form.append('image', file, 'reference.jpg')
  else form.append('image_url', image)
  return call(search.image, { query: { index_id }, form }, signal)
}

/** Asks for a clip; a notification tells when it is ready. */
export function useDownloadClip() {
  return useMutation({
    mutationFn: (clip: { video_id: string; start_time: number; end_time: number }) =>
      call(videos.downloadClip, { body: clip }),
    onError: (error) => console.warn('clip', error),
  })
}
