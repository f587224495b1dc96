import { Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Logo } from '../../ui/marks/logo.tsx'
import { type NavigationEntry, navigation, products } from './navigation.ts'
import { ProductsMenu } from './products-menu.tsx'

/** The navigation bar of every page. On a phone its links fold into a panel below. */
export function Bar({
  audience,
  tools,
  phoneTools,
}: {
  audience: NavigationEntry['audience']
  /** At the right end, always visible. */
  tools?: ReactNode
  /** At the end of the phone's panel. */
  phoneTools?: ReactNode
}) {
  const entries = navigation.filter((entry) => entry.audience === audience)
  const at = (place: NavigationEntry['place']) => entries.filter((entry) => entry.place === place)
  return (
    <header className="bar">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Link
        to={audience === 'user' ? '/home' : '/'}
        aria-label="Footnote"
        className="bar-logo mr-auto inline-flex md:mr-4"
      >
        <Logo />
      </Link>
      <nav className="hidden items-center gap-0.5 md:flex" aria-label="Main">
        <ProductsMenu />
        {at('link').map((entry) => (
          <BarLink key={entry.to} entry={entry} />
        ))}
      </nav>
      <span className="flex-1 max-md:hidden" />
      {at('side').map((entry) => (
        <BarLink key={entry.to} entry={entry} className="max-md:hidden" />
      ))}
      {at('action').map((entry) => (
        <ButtonLink
          key={entry.to}
          className={classNames('hit ml-1', hiddenWhere(entry))}
          variant="primary"
          to={entry.to}
        >
          {entry.label}
        </ButtonLink>
      ))}
      {tools}
      <PhoneMenu entries={entries} tools={phoneTools} />
    </header>
  )
}

/** Classes that hide an entry on installations without what it leads to. */
const hiddenWhere = ({ billing, for_visitors, for_newcomers }: NavigationEntry): string =>
  classNames(billing && 'for-billing', for_visitors && 'for-visitors', for_newcomers && 'for-newcomers')

/** A link that is marked while its page, or its area, is open. */
function BarLink({ entry, className }: { entry: NavigationEntry; className?: string }) {
  const { label, to, area = to } = entry
  const { pathname } = useLocation()
  return (
    <Link
      className={classNames('nav-link', hiddenWhere(entry), className)}
      to={to}
      aria-current={pathname.startsWith(area) ? 'page' : undefined}
    >
      {label}
    </Link>
  )
}

function PhoneMenu({ entries, tools }: { entries: readonly NavigationEntry[]; tools?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { key, pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another key, which closes the panel
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  const Icon = open ? X : MenuIcon
  return (
    <div className="md:hidden">
      <button
        type="button"
        className="btn btn-ghost btn-icon"
        aria-label="Menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon className="icon" aria-hidden="true" />
      </button>
      {open && (
        <div id={id} className="phone-menu">
          <nav aria-label="Main">
            {entries.map((entry) => (
              <BarLink key={entry.to} entry={entry} className="h-11 w-full" />
            ))}
            <div className="for-visitors menu-label ruled mt-2 pt-3">Products</div>
            {products.map(({ label, to }) => (
              <Link
                key={to}
                className="for-visitors nav-link h-11 w-full"
                to={to}
                aria-current={pathname === to ? 'page' : undefined}
              >
                {label}
              </Link>
            ))}
          </nav>
          {tools}
        </div>
      )}
    </div>
  )
}
