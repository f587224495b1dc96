import { useNavigate } from 'react-router'
import { similarAddress } from '../addresses.ts'

/**
 * Leads from the player of a video to the moments that look like its frame, or like a part of it.
 * @param searched id of the collection to search, or of all of them; null if pictures are not searched
 * @returns for the player; undefined if pictures are not searched
 */
export function useFindSimilar(video_id: string, searched: string | null) {
  const navigate = useNavigate()
  if (searched === null) return undefined
  return (time: number, region?: string) => navigate(similarAddress(searched, { video_id, time, region }))
}
