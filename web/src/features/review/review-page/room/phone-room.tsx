import { MessageSquare, X } from 'lucide-react'
import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { useTabs } from '../../../../ui/page/tabs.tsx'
import type { Below, Part } from '../panel-sizes.ts'
import { useWriting } from './use-writing.ts'

/** The film, with the other two parts in tabs: below it, or over it in a sheet that opens from the right. */
export function PhoneRoom({
  landscape,
  front,
  onFront,
  beside,
  count,
  onFoot,
  ...parts
}: {
  landscape: boolean
  front: Below
  onFront: (part: Below) => void
  beside: string
  /** Number of comments in the list; null while they are covered or unread. */
  count: number | null
  /** Gets the place at the lower right corner of the tabs, within reach of a thumb. */
  onFoot: (place: HTMLElement | null) => void
} & Record<Part, ReactNode>) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const page = useRef<HTMLElement>(null)
  const hold = useCallback((room: HTMLElement | null) => {
    page.current = room?.closest('main') ?? null
  }, [])
  useWriting(page)
  const named = [
    { value: 'comments', label: beside, ...(count !== null && { count }) },
    { value: 'transcript', label: 'Transcript' },
  ] as const
  const tabs = useTabs({ label: 'Beside the video', tabs: named, value: front, onChange: onFront })
  const counted = count === null ? '' : `, ${count} ${count === 1 ? 'comment' : 'comments'}`
  return (
    <div ref={hold} className="stacked">
      {parts.video}
      {landscape && (
        <button
          type="button"
          className="stacked-open"
          data-theme="dark"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? (
            <X className="icon" aria-hidden="true" />
          ) : (
            <>
              <MessageSquare className="icon" aria-hidden="true" />
              <span aria-hidden="true">{count}</span>
            </>
          )}
          <span className="sr-only">{open ? 'Close comments' : `${beside} and transcript${counted}`}</span>
        </button>
      )}
      <div id={id} className="stacked-below" hidden={landscape && !open}>
        <div className="stacked-tabs">{tabs.list}</div>
        <div {...tabs.panel} className="stacked-panel" key={front}>
          {front === 'transcript' ? parts.transcript : parts.comments}
        </div>
        <div ref={onFoot} className="stacked-foot" />
      </div>
    </div>
  )
}
