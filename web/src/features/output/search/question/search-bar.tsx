import { LibraryBig, ListPlus, Search } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { useTypedExample } from '../suggestions/typed-examples.ts'
import { QueryInput } from './query-input.tsx'
import type { SearchFields } from './search-fields.ts'
import type { SearchPlace } from './search-scope.ts'
import { ThenField } from './then-field.tsx'

/** Collection, words, reference image and the Search button as one object. Enter searches. */
export function SearchBar({
  collections,
  collection,
  onCollection,
  query,
  onQuery,
  onSearch,
  placeholder,
  image,
  then,
  large = false,
  autoFocus = false,
  disabled = false,
}: {
  /** All collections that can be searched; null while they load. */
  collections: readonly SearchPlace[] | null
  collection: SearchPlace | undefined
  onCollection: (id: string) => void
  query: string
  onQuery: (query: string) => void
  onSearch: () => void
  /** The field's hint. Without it, example questions type themselves. */
  placeholder?: string
  /** The button that adds a reference image, or the image itself. */
  image?: ReactNode
  /** Adds a second field for a moment that follows the first. */
  then?: { readonly fields: SearchFields; readonly onFields: (fields: SearchFields) => void } | undefined
  large?: boolean
  /** The page exists for this field, so it gets the focus, unless the person moved it while the page loaded. */
  autoFocus?: boolean
  disabled?: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const holder = document.activeElement
    if (autoFocus && (!holder || holder.contains(field.current))) field.current?.focus()
  }, [autoFocus])
  const [added, setAdded] = useState(false)
  const setThen = (words: string | null) => {
    setAdded(words !== null)
    then?.onFields({ ...then.fields, next: words })
    if (words === null) field.current?.focus()
  }
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
          options={(collections ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={collection?.id ?? ''}
          placeholder={collection?.name ?? (collections ? 'No collection' : 'Loading…')}
          disabled={!collections?.length}
          onChange={onCollection}
        />
        <QueryField field={field} query={query} onQuery={onQuery} placeholder={placeholder} />
        {then && then.fields.next !== null && <ThenField {...then} onRemove={() => setThen(null)} focused={added} />}
        {then && then.fields.next === null && (
          <IconButton icon={ListPlus} label="Add what comes after it" onClick={() => setThen('')} />
        )}
        {image}
        <Button type="submit" variant="primary" disabled={disabled}>
          Search
        </Button>
      </form>
    </search>
  )
}

/** A separate component, so that each letter of an example draws this field again and not the page. */
function QueryField({
  field,
  query,
  onQuery,
  placeholder,
}: {
  field: RefObject<HTMLInputElement | null>
  query: string
  onQuery: (query: string) => void
  placeholder: string | undefined
}) {
  const example = useTypedExample(placeholder === undefined && query === '')
  return (
    <QueryInput
      className="query"
      icon={<Search className="icon" aria-hidden="true" />}
      label="Search"
      field={field}
      query={query}
      placeholder={placeholder ?? example}
      onQuery={onQuery}
    />
  )
}
