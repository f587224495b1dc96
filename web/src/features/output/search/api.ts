import { videos } from '@footnote/contract/nouns/library/videos.ts'
import { search } from '@footnote/contract/nouns/output/search.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/calls/client.ts'
import { confidenceOf } from '../../../ui/marks/tier.tsx'
import { localImage } from './question/reference-image.ts'
import { isBlank, isByLook, type SearchRequest } from './question/search-address.ts'

/**
 * Moments of a collection that answer a request.
 * @param growing whether its videos are being indexed: then the search repeats until it has a sure match
 */
export const matchesQuery = (collectionId: string, request: SearchRequest, growing = false) =>
  queryOptions({
    queryKey: [
      'search',
      collectionId,
      request.query,
      request.types,
      request.image,
      request.similar ?? null,
      request.as_typed ?? false,
    ],
    queryFn: ({ signal }) =>
      isByLook(request) ? findByLook(collectionId, request, signal) : findByWords(collectionId, request, signal),
    enabled: !isBlank(request),
    placeholderData: keepPreviousData,
    // Addresses of pictures expire while a person reads.
    refetchInterval: ({ state: { data } }) =>
      growing && data?.matches.every(({ score }) => confidenceOf(score) === 'Low')
        ? TIMING.collection_refresh
        : TIMING.address_refresh,
  })

function findByWords(index_id: string, { query, types, as_typed }: SearchRequest, signal: AbortSignal) {
  const search_type = types.length > 0 ? { search_type: types.join(',') } : {}
  const spelling = as_typed ? { as_typed: 'true' as const } : {}
  return call(search.query, { query: { index_id, query, ...search_type, ...spelling } }, signal)
}

function findByLook(index_id: string, { image, similar }: SearchRequest, signal: AbortSignal) {
  const form = new FormData()
  const file = similar || !image ? null : localImage(image)
  if (similar) {
    form.append('video_id', similar.video_id)
    form.append('time', String(similar.time))
    if (similar.region) form.append('region', similar.region)
  } else if (file) form.append('image', file, 'reference.jpg')
  else form.append('image_url', image ?? '')
  return call(search.image, { query: { index_id }, form }, signal)
}

/** Requests a clip; a notification follows when it is ready. */
export function useDownloadClip() {
  return useMutation({
    mutationFn: (clip: { video_id: string; start_time: number; end_time: number }) =>
      call(videos.downloadClip, { body: clip }),
    onError: (error) => console.warn('clip', error),
  })
}
