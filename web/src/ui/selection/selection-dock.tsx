import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import { IconButton } from '../forms/icon-button.tsx'
import './selection-dock.css'

/** What can be done with the selected things of a page, at its foot. */
export function SelectionDock({
  words,
  chosen,
  shown,
  onAll,
  onClear,
  note,
  children,
}: {
  /** What is selected, or what is being done with it; announced when it changes. */
  words: string
  /** How many are selected, and how many could be. */
  chosen: number
  shown: number
  onAll: () => void
  onClear: () => void
  /** Shown above the actions, for example what failed. */
  note?: ReactNode
  /** The actions. */
  children: ReactNode
}) {
  return (
    <div className="selection-dock">
      <section className="dock-card" aria-label="Selection">
        {note}
        <div>
          <strong className="font-semibold" role="status">
            {words}
          </strong>
          {chosen < shown && (
            <Button variant="ghost" size="sm" onClick={onAll}>
              Select all {shown}
            </Button>
          )}
          <span className="flex-1" />
          {children}
          <IconButton icon={X} label="Clear selection" size="sm" onClick={onClear} />
        </div>
      </section>
    </div>
  )
}
