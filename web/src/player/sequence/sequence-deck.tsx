import { SkipBack, SkipForward } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useLatest } from '../../lib/use-latest.ts'
import { Clock } from '../controls/clock.tsx'
import { Control } from '../controls/control.tsx'
import { SettingsMenu } from '../controls/settings-menu.tsx'
import { FullscreenControl, PlayControl } from '../controls/shared-controls.tsx'
import { useFullscreen } from '../controls/use-fullscreen.ts'
import { usePositionFormat } from '../controls/use-position-format.ts'
import { useShortcuts } from '../controls/use-shortcuts.ts'
import { useShuttle } from '../controls/use-shuttle.ts'
import { Volume } from '../controls/volume.tsx'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, useMedia } from '../media/media-store.ts'
import type { Layout } from './layout.ts'
import { type Kept, PieceStrip } from './piece-strip.tsx'
import type { SequenceVideo } from './sequence-video.ts'

interface DeckProps {
  stage: HTMLElement
  store: MediaStore<SequenceVideo>
  requests: MediaRequests
  layout: Layout
  numbers: readonly number[]
  kept: Kept | null
  onPiece: ((id: string) => void) | undefined
}

/** The timeline over all pieces, the controls, and the player's keys. */
export function SequenceDeck({ stage, store, requests, layout, numbers, kept, onPiece }: DeckProps) {
  const [format, setFormat] = usePositionFormat()
  const { pieces, duration } = layout
  const now = useMedia(store, () => store.video.place?.index ?? 0, 0)
  const [full, toggleFullscreen] = useSequenceKeys(stage, store, requests, duration)
  const id = pieces[now]?.id
  const say = useLatest(onPiece)
  useEffect(() => {
    if (id !== undefined) say.current?.(id)
  }, [id, say])
  const go = (index: number) => {
    const piece = pieces[index]
    if (piece) store.video.show({ index, frame: piece.first })
  }
  /** As every player does: first to the beginning of this piece, then to the one before. */
  const back = () => {
    const place = store.video.place
    const begun = place !== null && place.frame > (pieces[place.index]?.first ?? 0)
    go(begun ? now : Math.max(0, now - 1))
  }
  return (
    <div className="deck">
      <PieceStrip layout={layout} store={store} requests={requests} now={now} numbers={numbers} kept={kept} />
      <div className="controls">
        <PlayControl store={store} requests={requests} />
        <Control icon={SkipBack} label="Previous piece" onPress={back} />
        <Control icon={SkipForward} label="Next piece" onPress={() => go(now + 1)} />
        <Clock store={store} requests={requests} duration={duration} format={format} timecode={null} />
        <span className="flex-1" />
        {pieces.length > 0 && (
          <span className="sequence-count">
            Piece {now + 1} of {pieces.length}
          </span>
        )}
        <Volume store={store} requests={requests} />
        <SettingsMenu
          store={store}
          requests={requests}
          format={format}
          onFormat={setFormat}
          portal={full ? stage : null}
        />
        <FullscreenControl full={full} onPress={toggleFullscreen} />
      </div>
    </div>
  )
}

function useSequenceKeys(
  stage: HTMLElement,
  store: MediaStore<SequenceVideo>,
  requests: MediaRequests,
  duration: number,
) {
  const player = useRef(stage)
  const fullscreen = useFullscreen(player, null)
  const [, toggleFullscreen] = fullscreen
  const [shuttle] = useShuttle(store.video, requests)
  const all = useMemo(
    () => ({
      ...requests,
      shuttle,
      toggleFullscreen,
      // A piece has no subtitles of its own.
      toggleSubtitles: () => undefined,
      seekToShare: (share: number) => requests.seek(share * duration),
    }),
    [requests, shuttle, toggleFullscreen, duration],
  )
  useShortcuts(player, all, 'page')
  return fullscreen
}
