import { TEXT } from '@footnote/contract/shared/limits.ts'
import type { ReactNode, RefObject } from 'react'

/** The input of a query. @param label its name for screen readers */
export const QueryInput = ({
  label,
  field,
  query,
  placeholder,
  onQuery,
  className,
  icon,
}: {
  label: string
  field: RefObject<HTMLInputElement | null>
  query: string
  placeholder: string
  onQuery: (query: string) => void
  className?: string
  icon?: ReactNode
}) => (
  <label className={className}>
    {icon}
    <span className="sr-only">{label}</span>
    <input
      ref={field}
      type="text"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={TEXT.query}
      value={query}
      placeholder={placeholder}
      onChange={(event) => onQuery(event.target.value)}
    />
  </label>
)
