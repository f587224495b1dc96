import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readVideoAlone } from '../../../lib/calls/video-detail.ts'

/** A video by its id alone, wherever it is, for people who may see it. */
export const filmQuery = (video_id: string | null) =>
  queryOptions({
    queryKey: ['videos', 'film', video_id],
    queryFn: video_id === null ? skipToken : () => readVideoAlone(video_id),
  })

/**
 * The video that the address of a screen names. It stays the same while it plays, also when the screen's lists lose it.
 * @param id null while none is open
 * @param listed the video as a list of the screen has it
 * @returns null until it is read; `missing` if it is deleted, not playable, or not for this person
 */
export function useOpenedFilm<Known extends Video>(id: string | null, listed: Known | undefined) {
  const [seen, setSeen] = useState<Known | null>(null)
  if (listed && listed !== seen) setSeen(listed)
  const known = listed ?? (seen?.id === id ? seen : null)
  const { data, isError } = useQuery(filmQuery(known ? null : id))
  const film = known ?? (id === null ? null : (data ?? null))
  return { film, missing: (isError && !film) || film?.stream_url === null }
}
