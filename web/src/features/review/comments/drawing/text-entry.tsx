import { DRAWING } from '@footnote/contract/shared/review-limits.ts'
import { useEffect, useRef } from 'react'
import type { PicturePoint } from './sketching.ts'

/** The field for a text on the picture. Enter and leaving it keep the text, Escape does not. */
export function TextEntry({
  at,
  letters,
  ink: { ink, hair },
  onDone,
}: {
  /** Left end of the line of text. */
  at: PicturePoint
  /** Height of the letters in pixels. */
  letters: number
  ink: { readonly ink: string; readonly hair: string }
  onDone: (text: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => field.current?.focus(), [])
  const end = (text: string) => {
    if (done.current) return
    done.current = true
    onDone(text)
  }
  return (
    <input
      ref={field}
      type="text"
      className="drawing-text"
      aria-label="Text on the picture"
      maxLength={DRAWING.text}
      style={{
        left: `${at.x * 100}%`,
        top: `calc(${at.y * 100}% - ${letters}px)`,
        maxWidth: `${(1 - at.x) * 100}%`,
        fontSize: letters,
        color: ink,
        background: hair,
      }}
      onBlur={({ target }) => end(target.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value)
        if (event.key === 'Escape') end('')
      }}
    />
  )
}
