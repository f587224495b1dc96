import { frameStart } from '@footnote/contract/shared/frames.ts'
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react'
import { Spinner } from '../../ui/page/spinner.tsx'
import { type MediaStore, useMedia } from '../media/media-store.ts'
import { TapSurface } from '../tap-surface.tsx'
import { storyboardTile } from '../timeline/storyboard-tile.ts'
import type { Layout, Piece } from './layout.ts'
import type { HeldFrames } from './piece-strip.tsx'
import { SequenceDeck } from './sequence-deck.tsx'
import type { SequenceVideo } from './sequence-video.ts'
import { useSequence } from './use-sequence.ts'
import './sequence.css'

/** What the owner of the player asks of it. */
export interface SequenceRequests {
  /** Shows a frame of a piece; its first one by default. */
  show: (id: string, frame?: number) => void
  /** The piece on the screen and the frame of its video; null without pieces. */
  place: () => { readonly id: string; readonly frame: number } | null
}

export interface SequencePlayerProps {
  /** Name of the whole, for screen readers. */
  label: string
  /** The pieces that play. The same array while nothing changes. */
  pieces: readonly Piece[]
  /** Number of each piece in the owner's list. */
  numbers: readonly number[]
  /** The frames to keep of a piece that is shown with more of its video around it. */
  kept?: HeldFrames | null
  /** Called with a video whose file cannot be loaded. */
  onFailure: (video_id: string) => void
  /** Called with the piece that comes on the screen. */
  onPiece?: (id: string) => void
  /** In place of the picture while there are no pieces. */
  empty: ReactNode
  ref?: Ref<SequenceRequests>
}

/** Plays pieces of videos in order, as one video. Beside the picture: how the piece before ended, and what comes next. */
export function SequencePlayer({
  label,
  pieces,
  numbers,
  kept = null,
  onFailure,
  empty,
  ...props
}: SequencePlayerProps) {
  const [one, setOne] = useState<HTMLVideoElement | null>(null)
  const [two, setTwo] = useState<HTMLVideoElement | null>(null)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const { video, layout, store, requests } = useSequence([one, two], pieces, onFailure)
  useImperativeHandle(
    props.ref,
    () => ({
      show: (id, frame) => {
        const index = video?.layout.pieces.findIndex((piece) => piece.id === id) ?? -1
        const piece = video?.layout.pieces[index]
        if (piece) video?.show({ index, frame: frame ?? piece.first })
      },
      place: () => {
        const place = video?.place
        const piece = place && video?.layout.pieces[place.index]
        return piece ? { id: piece.id, frame: place.frame } : null
      },
    }),
    [video],
  )
  const none = pieces.length === 0
  return (
    <section ref={setStage} className="stage stage-sequence" data-theme="dark" aria-label={`Player: ${label}`}>
      <div className="sequence-picture" data-none={none || undefined}>
        {/* biome-ignore lint/a11y/useMediaCaption: a piece has no subtitles of its own */}
        <video ref={setOne} aria-label="Picture" preload="auto" playsInline tabIndex={-1} />
        {/* biome-ignore lint/a11y/useMediaCaption: a piece has no subtitles of its own */}
        <video ref={setTwo} aria-label="Next picture" preload="auto" playsInline tabIndex={-1} />
        {none && <div className="sequence-empty">{empty}</div>}
        {store && requests && !none && (
          <Beside store={store} layout={layout} numbers={numbers} onPress={requests.togglePlay} />
        )}
      </div>
      {store && requests && stage && (
        <SequenceDeck
          stage={stage}
          store={store}
          requests={requests}
          layout={layout}
          numbers={numbers}
          kept={kept}
          onPiece={props.onPiece}
        />
      )}
    </section>
  )
}

/** Over the picture the area to press, beside it how the piece before ended and how the next one begins. */
function Beside({
  store,
  layout,
  numbers,
  onPress,
}: {
  store: MediaStore<SequenceVideo>
  layout: Layout
  numbers: readonly number[]
  onPress: () => void
}) {
  const now = useMedia(store, () => store.video.place?.index ?? 0, 0)
  const waiting = useMedia(store, (state) => state.waiting, false)
  const [before, next] = [layout.pieces[now - 1], layout.pieces[now + 1]]
  return (
    <>
      <div className="sequence-beside sequence-before">
        {before && <Still piece={before} frame={before.end_exclusive - 1} />}
        {before && <span className="sequence-words">{numbers[now - 1]} ends here</span>}
      </div>
      <div className="sequence-press">
        <TapSurface onClick={onPress} />
        {waiting && (
          <span className="player-waiting">
            <Spinner label="Loading video" />
          </span>
        )}
      </div>
      <div className="sequence-beside">
        {next && <Still piece={next} frame={next.first} />}
        {next && <span className="sequence-words">{numbers[now + 1]} is next</span>}
      </div>
    </>
  )
}

const Still = ({ piece: { storyboard, sheets, timing }, frame }: { piece: Piece; frame: number }) =>
  storyboard && (
    <span
      className="sequence-still"
      style={{
        ...storyboardTile(storyboard, frameStart(timing, frame), sheets),
        aspectRatio: storyboard.tile_width / storyboard.tile_height,
      }}
    />
  )
