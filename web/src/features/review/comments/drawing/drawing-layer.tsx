import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { useEffect } from 'react'
import type { ShareAccess } from '../../../../lib/calls/client.ts'
import type { PictureBox } from '../../../../player/picture-box.ts'
import type { Marker, ShownPicture } from '../../../../player/player-props.ts'
import { lazyPart } from '../../../../ui/overlays/lazy-part.tsx'
import { type Board, openSketch, useBoard } from './board.ts'
import { isOnPicture } from './drawn-frames.ts'

// Loads with the first drawing that is shown, and the editor when somebody draws.
const DrawingView = lazyPart(async () => (await import('./drawing-view.tsx')).DrawingView)
const SketchView = lazyPart(async () => (await import('./drawing-view.tsx')).SketchView)
const DrawingEditor = lazyPart(async () => (await import('./drawing-editor.tsx')).DrawingEditor)

interface DrawnProps {
  box: PictureBox
  shown: ShownPicture
  markers: readonly Marker[]
  timing: FrameTiming | null
  videoId: string
  /** The share link that opened the page; null for signed-in people. */
  share: ShareAccess | null
}

/** Drawings of comments, each over the frames of its comment. */
export function DrawnComments({ box, shown, markers, timing, videoId, share }: DrawnProps) {
  if (!timing) return null
  const drawn = markers.filter((marker) => marker.drawn && isOnPicture(marker, shown, timing))
  return drawn.map(({ id, version, video_id = videoId }) => (
    <DrawingView key={id} videoId={video_id} commentId={id} version={version} share={share} size={box} />
  ))
}

/** The drawings of comments, or the one that somebody draws. */
export function DrawingLayer({
  box,
  shown,
  markers,
  timing,
  videoId,
  share,
  board,
  tools,
}: DrawnProps & {
  board: Board
  /** Where the tools of drawing are shown. */
  tools: HTMLElement | null
}) {
  const state = useBoard(board)
  const sketch = openSketch(state)
  const sketches = [...state.sketches.values()]
  const draws = timing !== null
  useEffect(() => (draws ? board.attach() : undefined), [board, draws])
  if (!timing) return null
  if (sketch)
    return (
      <DrawingEditor
        // Of two forms, the second one begins with its own drawing.
        key={sketch.comment_id}
        drawing={sketch.drawing}
        size={box}
        tools={tools}
        onChange={board.change}
        onDone={board.close}
        onMissing={board.close}
      />
    )
  return (
    <>
      <DrawnComments
        box={box}
        shown={shown}
        markers={markers.filter(({ id }) => !sketches.some(({ comment_id }) => comment_id === id))}
        timing={timing}
        videoId={videoId}
        share={share}
      />
      {sketches.map(
        (one) =>
          one.drawing &&
          isOnPicture(one, shown, timing) && (
            <SketchView key={one.comment_id ?? 'new'} drawing={one.drawing} size={box} />
          ),
      )}
    </>
  )
}
