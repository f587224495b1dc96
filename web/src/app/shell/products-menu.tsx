import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { products } from './navigation.ts'

/** The products, behind one button of the bar. A list of links, not a menu: Tab goes through them. */
export function ProductsMenu() {
  const [open, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { key, pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another key, which closes the list
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      box.current?.querySelector('button')?.focus()
    }
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const stop = new AbortController()
    document.addEventListener('keydown', onKey, { signal: stop.signal })
    document.addEventListener('pointerdown', onElsewhere, { signal: stop.signal })
    document.addEventListener('focusin', onElsewhere, { signal: stop.signal })
    return () => stop.abort()
  }, [open])
  return (
    <div ref={box} className="for-visitors relative">
      <button type="button" className="nav-link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        Products
        <ChevronDown className="icon icon-sm" aria-hidden="true" />
      </button>
      <ul id={id} hidden={!open} className="products">
        {products.map(({ label, to, note }) => (
          <li key={to}>
            <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
              <strong>{label}</strong>
              <span>{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
