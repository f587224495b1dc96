import { PLAYER } from '@footnote/contract/shared/review-limits.ts'
import { Volume2, VolumeX } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, type PlayedVideo, useMedia } from '../media/media-store.ts'
import { Control } from './control.tsx'

/** Mute button and volume slider. */
export function Volume({ store, requests }: { store: MediaStore<PlayedVideo>; requests: MediaRequests }) {
  const volume = useMedia(store, (state) => (state.muted ? 0 : state.volume), 1)
  return (
    <>
      <Control
        className="ctl-volume"
        icon={volume === 0 ? VolumeX : Volume2}
        label={volume === 0 ? 'Unmute' : 'Mute'}
        onPress={requests.toggleMuted}
      />
      <input
        className="volume"
        type="range"
        aria-label="Volume"
        min={0}
        max={1}
        step={PLAYER.volume_step}
        value={volume}
        style={{ '--level': `${volume * 100}%` } as CSSProperties}
        onChange={(event) => requests.setVolume(event.currentTarget.valueAsNumber)}
      />
    </>
  )
}
