import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { formatDate } from '@footnote/contract/shared/timecode.ts'
import { useId, useState } from 'react'
import { useGuestName } from '../../../../lib/guest.ts'
import type { PictureBox } from '../../../../player/picture-box.ts'
import './watermark.css'

/** Share of the picture's width: the height of a letter, and bounds in pixels. */
const SIZE = { share: 0.018, least: 10, most: 22 } as const
/** Width of a letter, and distances between lines and between repetitions, in heights of a letter. */
const LETTER = 0.6
const LINE = 7
const GAP = 5

/** Repeats who watches, and the text of the link, over the whole picture. */
export function Watermark({ link, box }: { link: OpenedLink; box: PictureBox }) {
  const id = useId()
  const given = useGuestName()
  const [day] = useState(() => formatDate(new Date()))
  const text = [link.guest_name ?? given, day, link.watermark_text].filter(Boolean).join(' · ')
  const { width, height } = box
  const size = Math.min(SIZE.most, Math.max(SIZE.least, width * SIZE.share))
  const step = { x: (text.length * LETTER + GAP) * size, y: LINE * size }
  // The class has it saved with the frame.
  return (
    <svg className="drawing watermark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <pattern
          id={id}
          width={step.x}
          height={2 * step.y}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-24)"
        >
          {[0, 1].map((line) =>
            [0, 1].map((side) => (
              <text
                key={`${line} ${side}`}
                x={(side - line / 2) * step.x}
                y={line * step.y + size}
                fontSize={size}
                fill="#fff"
                fillOpacity={0.3}
                stroke="#000"
                strokeOpacity={0.22}
                strokeWidth={size / 9}
                paintOrder="stroke"
              >
                {text}
              </text>
            )),
          )}
        </pattern>
      </defs>
      <rect width={width} height={height} fill={`url(#${id})`} />
    </svg>
  )
}
