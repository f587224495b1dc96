import { Maximize, Minimize, Pause, Play } from 'lucide-react'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, type PlayedVideo, useMedia } from '../media/media-store.ts'
import { Control } from './control.tsx'

/** Plays and pauses. */
export function PlayControl({ store, requests }: { store: MediaStore<PlayedVideo>; requests: MediaRequests }) {
  const paused = useMedia(store, (state) => state.paused, true)
  return (
    <Control
      className="ctl-play"
      icon={paused ? Play : Pause}
      label={paused ? 'Play' : 'Pause'}
      onPress={requests.togglePlay}
    />
  )
}

/** Fills the screen with the player. */
export function FullscreenControl({ full, onPress }: { full: boolean; onPress: () => void }) {
  return (
    <Control icon={full ? Minimize : Maximize} label={full ? 'Exit full screen' : 'Full screen'} onPress={onPress} />
  )
}
