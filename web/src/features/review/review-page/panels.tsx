import { Fragment, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { noFling } from '../../../ui/no-fling.ts'
import { before, bounds, moveByKey, moveHandle, type Neighbours } from './move-handle.ts'
import { defaultSizes, keepSizes, PARTS, type Part, readSizes, type Sizes, type VisiblePanels } from './panel-sizes.ts'

/** The parts of the page side by side, with handles between them for pointer and keyboard. */
export function Panels({ shown, ...contents }: Record<Part, ReactNode> & { shown: VisiblePanels }) {
  const [sizes, setSizes] = useState(() => readSizes(shown))
  const group = useRef<HTMLDivElement>(null)
  const parts = PARTS.filter((part) => part in sizes)
  const keep = (next: Sizes) => {
    setSizes(next)
    keepSizes(shown, next)
  }
  const shareAt = (clientX: number): number => {
    const { left = 0, width = 1 } = group.current?.getBoundingClientRect() ?? {}
    return (clientX - left) / width
  }
  const columns = parts.map((part) => `minmax(0, ${sizes[part]}fr)`).join(' 1px ')
  return (
    <div ref={group} className="panels" style={{ gridTemplateColumns: columns }}>
      {parts.map((part, place) => {
        const right = parts[place + 1]
        return (
          <Fragment key={part}>
            <div id={`panel-${part}`} className="review-panel">
              {contents[part]}
            </div>
            {right && (
              <Handle
                sizes={sizes}
                neighbours={{ left: part, right }}
                shareAt={shareAt}
                onMove={setSizes}
                onMoved={keep}
                onReset={() => keep(defaultSizes(shown))}
              />
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

interface HandleProps {
  sizes: Sizes
  neighbours: Neighbours
  /** @param clientX pixels from the window's left @returns share of the width left of it */
  shareAt: (clientX: number) => number
  onMove: (sizes: Sizes) => void
  onMoved: (sizes: Sizes) => void
  onReset: () => void
}

const percent = (share: number): number => Math.round(share * 100)

/** A window splitter of the WAI-ARIA Authoring Practices: its value is the width of the panel on its left. */
function Handle({ sizes, neighbours, shareAt, onMove, onMoved, onReset }: HandleProps) {
  const { left } = neighbours
  const { least, most } = bounds(sizes, neighbours)
  const dragged = (event: PointerEvent) => moveHandle(sizes, neighbours, shareAt(event.clientX) - before(sizes, left))
  const isHeld = (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is no thematic break
    <div
      role="separator"
      tabIndex={0}
      className="handle"
      aria-label={`Width of the ${left}`}
      aria-controls={`panel-${left}`}
      aria-orientation="vertical"
      aria-valuenow={percent(sizes[left] ?? 0)}
      aria-valuemin={percent(least)}
      aria-valuemax={percent(most)}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const moved = moveByKey(sizes, neighbours, event.key)
        if (!moved) return
        event.preventDefault()
        onMoved(moved)
      }}
      ref={noFling}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.focus({ preventScroll: true })
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => isHeld(event) && onMove(dragged(event))}
      onPointerUp={(event) => isHeld(event) && onMoved(dragged(event))}
    />
  )
}
