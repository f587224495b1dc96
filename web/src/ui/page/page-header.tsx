import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'

/** Path to this page; the last entry is the page itself. */
export function Breadcrumbs({ entries }: { entries: readonly { label: string; to?: string }[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumbs">
      {entries.map((entry, index) => (
        <Fragment key={entry.to ?? entry.label}>
          {index > 0 && <ChevronRight className="icon" aria-hidden="true" />}
          {entry.to ? (
            <Link className="truncate" dir="auto" to={entry.to}>
              {entry.label}
            </Link>
          ) : (
            <span className="truncate" dir="auto" aria-current={index === entries.length - 1 ? 'page' : undefined}>
              {entry.label}
            </span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

/** Title of a page, with text under it and actions at the right end. */
export function PageHeader({
  title,
  explanation,
  actions,
  children,
}: {
  title: ReactNode
  /** Button beside the title that explains it. */
  explanation?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const heading = explanation ? (
    <div className="titled">
      <h1>{title}</h1>
      {explanation}
    </div>
  ) : (
    <h1>{title}</h1>
  )
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

/** Heading of a section, with a count, and actions at the right end. */
export function SectionHead({ title, count, children }: { title: string; count?: number; children?: ReactNode }) {
  return (
    <div className="section-head">
      <h2>{title}</h2>
      {count !== undefined && <span>{count}</span>}
      {children && <div className="ml-auto">{children}</div>}
    </div>
  )
}
