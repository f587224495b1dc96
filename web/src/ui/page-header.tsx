import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'

/** Where this page stands; the last entry is the page itself. */
export function Breadcrumbs({ entries }: { entries: readonly { label: string; to?: string }[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumbs">
      {entries.map((entry, index) => (
        <Fragment key={entry.label}>
          {index > 0 && <ChevronRight className="icon" aria-hidden="true" />}
          {entry.to ? (
            <Link className="truncate hover:text-text" to={entry.to}>
              {entry.label}
            </Link>
          ) : (
            <span className="truncate" aria-current="page">
              {entry.label}
            </span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

/** A page's title, what is said under it, and its actions at the right end. */
export function PageHeader({
  title,
  actions,
  children,
}: {
  title: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const heading = <h1>{title}</h1>
  return (
    <div className="head">
      {children ? (
        <div className="min-w-0">
          {heading}
          {children}
        </div>
      ) : (
        heading
      )}
      {actions && <div className="actions">{actions}</div>}
    </div>
  )
}

/** Heading of a part of a page, with how many there are. */
export function SectionHead({ title, count }: { title: string; count?: number }) {
  return (
    <div className="section-head">
      <h2>{title}</h2>
      {count !== undefined && <span>{count}</span>}
    </div>
  )
}
