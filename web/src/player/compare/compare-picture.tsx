import { type CSSProperties, useState } from 'react'
import { Spinner } from '../../ui/page/spinner.tsx'
import { useMedia } from '../media/media-store.ts'
import { PictureLayer } from '../picture-layer.tsx'
import { NotPlaying } from '../picture-overlay.tsx'
import { TapSurface } from '../tap-surface.tsx'
import type { CompareMode } from './compare-mode.ts'
import type { CompareSide, useSide } from './use-side.ts'
import { WipeHandle } from './wipe-handle.tsx'

interface SidePicture {
  readonly side: CompareSide
  readonly part: ReturnType<typeof useSide>
}

/** The pictures of two versions. A press on them plays and pauses. */
export function ComparePicture({
  mode,
  at,
  onAt,
  flipped,
  first,
  second,
  onPress,
}: {
  mode: CompareMode
  /** Place of the wipe's line, a share of the width, 0 to 1. */
  at: number
  /** Null while the line stays. */
  onAt: ((at: number) => void) | null
  /** The second version is in the place of the first. */
  flipped: boolean
  first: SidePicture
  second: SidePicture
  /** Null while a press does nothing. */
  onPress: (() => void) | null
}) {
  return (
    <div
      className="compare-picture"
      data-mode={mode}
      data-flipped={flipped || undefined}
      style={{ '--at': `${at * 100}%` } as CSSProperties}
    >
      <Picture {...first} />
      <Picture {...second} />
      {onPress && <TapSurface onClick={onPress} />}
      {mode === 'wipe' && !flipped && onAt && <WipeHandle at={at} onMove={onAt} />}
    </div>
  )
}

function Picture({ side, part }: SidePicture) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { source, store } = part
  const waiting = useMedia(store, (state) => state.waiting, false)
  return (
    <div ref={setBox} className="compare-side">
      {/* biome-ignore lint/a11y/useMediaCaption: pictures are compared, and the review page has the subtitles */}
      <video
        ref={part.setVideo}
        src={source.url}
        aria-label={`Version ${side.name}`}
        preload="auto"
        playsInline
        onError={source.onError}
      />
      {store && box && side.layer && <PictureLayer store={store} stage={box} layer={side.layer} />}
      {waiting && (
        <span className="player-waiting">
          <Spinner label="Loading video" />
        </span>
      )}
      {source.failure && <NotPlaying {...source.failure} />}
    </div>
  )
}
