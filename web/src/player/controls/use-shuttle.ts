import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { MediaRequests } from '../media/media-requests.ts'
import type { PlayedVideo } from '../media/media-store.ts'
import { createShuttle, type Shuttle } from './shuttle.ts'

/** The shuttle of a player, and its current speed. */
export function useShuttle(video: PlayedVideo, requests: MediaRequests): [Shuttle, number] {
  const shuttle = useMemo(() => createShuttle(video, requests), [video, requests])
  useEffect(() => shuttle.begin(), [shuttle])
  return [shuttle, useSyncExternalStore(shuttle.watch, shuttle.speed)]
}
