import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { lazyPart } from '../../../../ui/overlays/lazy-part.tsx'
import './past-searches.css'

const PastSearches = lazyPart(async () => (await import('./past-searches.tsx')).PastSearches)

const STOPS = '[data-past-search]'

/**
 * Shows the user's searches under a search bar with an empty field: after a press on it, the Tab key, or the down
 * arrow. A field that has the focus only because its page opened shows nothing.
 */
export function PastSearchesAnchor({ empty, children }: { empty: boolean; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const isField = (target: EventTarget) => target instanceof Element && target.matches('.searchbar input[type="text"]')
  const field = () => root.current?.querySelector<HTMLElement>('.searchbar input[type="text"]')
  const stops = () => [...(root.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
  const move = (event: KeyboardEvent, by: 1 | -1) => {
    const all = stops()
    const here = all.findIndex((stop) => stop.parentElement?.contains(event.target as Node))
    event.preventDefault()
    if (here + by < 0) field()?.focus()
    else all[Math.min(here + by, all.length - 1)]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      !empty ||
      !(isField(event.target) || stops().some((stop) => stop.closest('ul')?.contains(event.target as Node)))
    )
      return
    if (event.key === 'ArrowDown') {
      setOpen(true)
      move(event, 1)
    } else if (event.key === 'ArrowUp') move(event, -1)
    else if (event.key === 'Escape' && open) {
      setOpen(false)
      field()?.focus()
    }
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of its field and its links
    <div
      ref={root}
      className="relative"
      onClick={(event) => {
        if (isField(event.target)) setOpen(true)
        else if (event.target instanceof Element && event.target.closest(STOPS)) setOpen(false)
      }}
      onKeyUp={(event) => event.key === 'Tab' && isField(event.target) && setOpen(true)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {children}
      {open && empty && <PastSearches className="past-panel" onMissing={() => setOpen(false)} />}
    </div>
  )
}
