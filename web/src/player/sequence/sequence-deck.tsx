import { SkipBack, SkipForward } from 'lucide-react'
import { useEffect } from 'react'
import { VideoTimes } from '../../lib/times/use-times.tsx'
import { useLatest } from '../../lib/use-latest.ts'
import { Control } from '../controls/control.tsx'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, useMedia } from '../media/media-store.ts'
import { Transport } from '../transport.tsx'
import type { Layout } from './layout.ts'
import { type HeldFrames, PieceStrip } from './piece-strip.tsx'
import type { SequenceVideo } from './sequence-video.ts'

interface DeckProps {
  stage: HTMLElement
  store: MediaStore<SequenceVideo>
  requests: MediaRequests
  layout: Layout
  numbers: readonly number[]
  kept: HeldFrames | null
  onPiece: ((id: string) => void) | undefined
}

/** The timeline over all pieces, the controls, and the player's keys. */
export function SequenceDeck({ stage, store, requests, layout, numbers, kept, onPiece }: DeckProps) {
  const { pieces, duration } = layout
  const now = useMedia(store, () => store.video.place?.index ?? 0, 0)
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
      <VideoTimes timing={store.timing} timecode={null}>
        <Transport
          stage={stage}
          store={store}
          requests={requests}
          duration={duration}
          steps={
            <>
              <Control icon={SkipBack} label="Previous piece" onPress={back} />
              <Control icon={SkipForward} label="Next piece" onPress={() => go(now + 1)} />
            </>
          }
        >
          {pieces.length > 0 && (
            <span className="sequence-count">
              Piece {now + 1} of {pieces.length}
            </span>
          )}
        </Transport>
      </VideoTimes>
    </div>
  )
}
