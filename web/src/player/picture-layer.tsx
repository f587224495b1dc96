import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { type MediaStore, useMedia } from './media/media-store.ts'
import { type PictureBox, pictureBox } from './picture-box.ts'
import type { PlayerProps } from './player-props.ts'

interface LayerProps {
  store: MediaStore
  stage: HTMLElement
  layer: NonNullable<PlayerProps['layer']>
}

/** What the owner of the player draws over the picture, and over nothing beside it. */
export function PictureLayer({ store, stage, layer }: LayerProps): ReactNode {
  const box = usePictureBox(store.video, stage)
  const playing = useMedia(store, (state) => !state.paused, false)
  const settled = useRef<number | null>(null)
  const frame = useMedia(
    store,
    (state) => {
      // While a seek is under way, the picture on the screen is the old one.
      if (!state.seeking) settled.current = state.frame
      return settled.current
    },
    null,
  )
  if (!box) return null
  return (
    <div className="picture-layer" style={box}>
      {layer(box, { frame, playing })}
    </div>
  )
}

/** The place of the picture in the stage; null until its shape is known. Follows both. */
function usePictureBox(video: HTMLVideoElement, stage: HTMLElement): PictureBox | null {
  const text = useSyncExternalStore(
    (listener) => {
      const observer = new ResizeObserver(listener)
      observer.observe(video)
      observer.observe(stage)
      // The picture's own shape becomes known, or changes in the middle of a stream.
      for (const name of ['loadedmetadata', 'resize', 'emptied']) video.addEventListener(name, listener)
      return () => {
        observer.disconnect()
        for (const name of ['loadedmetadata', 'resize', 'emptied']) video.removeEventListener(name, listener)
      }
    },
    () => JSON.stringify(measured(video, stage)),
  )
  return JSON.parse(text)
}

function measured(video: HTMLVideoElement, stage: HTMLElement): PictureBox | null {
  const [inside, around] = [video.getBoundingClientRect(), stage.getBoundingClientRect()]
  const { width, height } = inside
  const element = { left: inside.left - around.left, top: inside.top - around.top, width, height }
  return pictureBox(element, { width: video.videoWidth, height: video.videoHeight })
}
