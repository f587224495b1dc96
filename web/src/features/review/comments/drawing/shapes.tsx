import type { Drawing, Shape } from '@footnote/contract/shared/drawing/drawing.ts'
import { marksOf, type PictureSize } from '@footnote/contract/shared/drawing/drawing-marks.ts'
import { classNames } from '../../../../ui/class-names.ts'
import './drawing.css'

/** The shapes of a drawing over a picture. `label` says in words what is drawn. */
export function DrawnShapes({
  drawing,
  size,
  label,
  faint = false,
}: {
  drawing: Pick<Drawing, 'shapes'>
  size: PictureSize
  label: string
  faint?: boolean
}) {
  return (
    <svg
      className={classNames('drawing', faint && 'is-faint')}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={label}
    >
      {drawing.shapes.map((shape, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity but their place
        <DrawnShape key={place} shape={shape} size={size} />
      ))}
    </svg>
  )
}

/** One shape with its hairline, in pixels of the picture. */
export function DrawnShape({ shape, size }: { shape: Shape; size: PictureSize }) {
  const { strokes, words } = marksOf(shape, size)
  if (strokes)
    return strokes.map(({ d, stroke, width }) => <path key={stroke} d={d} stroke={stroke} strokeWidth={width} />)
  return (
    <text
      x={words.x}
      y={words.y}
      fill={words.fill}
      stroke={words.stroke}
      strokeWidth={words.outline}
      fontSize={words.size}
      className="drawing-words"
    >
      {words.text}
    </text>
  )
}
