import { TEXT } from '@footnote/contract/limits.ts'
import { LibraryBig, Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Select } from '../../ui/select.tsx'
import type { SearchPlace } from './search-scope.ts'

/** Collection, words, reference image and Search as one object. Enter searches. */
export function SearchBar({
  collections,
  collection,
  onCollection,
  query,
  onQuery,
  onSearch,
  placeholder,
  image,
  large = false,
  autoFocus = false,
  disabled = false,
}: {
  /** What can be searched. */
  collections: readonly SearchPlace[]
  collection: SearchPlace | undefined
  onCollection: (id: string) => void
  query: string
  onQuery: (query: string) => void
  onSearch: () => void
  placeholder: string
  /** The button that adds a reference image, and the image when there is one. */
  image?: ReactNode
  large?: boolean
  /** The page exists for this field: the keyboard is in it, unless something else took it while the page loaded. */
  autoFocus?: boolean
  disabled?: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const holder = document.activeElement
    if (autoFocus && (!holder || holder.contains(field.current))) field.current?.focus()
  }, [autoFocus])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch()
  }
  return (
    <search>
      <form className={classNames('searchbar', large && 'searchbar-lg')} onSubmit={submit}>
        <Select
          label="Collection"
          className="pick"
          icon={LibraryBig}
          align="start"
          options={collections.map(({ id, name }) => ({ value: id, label: name }))}
          value={collection?.id ?? ''}
          placeholder={collection?.name ?? 'No collection'}
          disabled={collections.length === 0}
          onChange={onCollection}
        />
        <label className="query">
          <Search className="icon" aria-hidden="true" />
          <span className="sr-only">Search</span>
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
        {image}
        <Button type="submit" variant="primary" disabled={disabled}>
          Search
        </Button>
      </form>
    </search>
  )
}
