import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import './past-searches.css'

const PastSearches = lazyPart(async () => (await import('./past-searches.tsx')).PastSearches)

const STOPS = '[data-past-search]'

/**
 * Shows the person's searches under a search bar whose field is empty: when it is pressed, reached by the Tab key, or asked for by the
 * arrow down. A field that has the focus because its page opened shows nothing by itself.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what its field and its links are sent
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
