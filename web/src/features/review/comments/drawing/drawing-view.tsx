import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import type { PictureSize } from '@footnote/contract/shared/drawing/drawing-marks.ts'
import { describeDrawing } from '@footnote/contract/shared/drawing/drawing-words.ts'
import { useQuery } from '@tanstack/react-query'
import type { ShareAccess } from '../../../../lib/calls/client.ts'
import { drawingQuery } from './drawing-query.ts'
import { DrawnShapes } from './shapes.tsx'

/** The drawing of the unsent comment over the picture. */
export const SketchView = ({ drawing, size }: { drawing: Drawing; size: PictureSize }) => (
  <DrawnShapes drawing={drawing} size={size} label={`Not sent yet. ${describeDrawing(drawing)}`} />
)

/** The drawing of one comment over the picture. */
export function DrawingView({
  videoId,
  commentId,
  version,
  share,
  size,
}: {
  videoId: string
  commentId: string
  /** The earlier version on which it was drawn, if it was another one: it is faint, because the picture is another. */
  version?: number | undefined
  share: ShareAccess | null
  size: PictureSize
}) {
  const { data, isError, refetch } = useQuery(drawingQuery(videoId, commentId, share))
  if (data && version !== undefined)
    return (
      <DrawnShapes
        drawing={data}
        size={size}
        label={`From version ${version}. ${describeDrawing(data)}`}
        faint={true}
      />
    )
  if (data) return <DrawnShapes drawing={data} size={size} label={describeDrawing(data)} />
  if (!isError) return null
  return (
    <p className="drawing-failure" role="status">
      The drawing could not be loaded.
      <button type="button" onClick={() => void refetch()}>
        Try again
      </button>
    </p>
  )
}
