import { SEQUENCE } from '@footnote/contract/shared/limits.ts'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { QueryInput } from './query-input.tsx'
import type { SearchFields } from './search-fields.ts'

const options = (within: number) =>
  [...new Set([...SEQUENCE.offered, within])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: `then, within ${seconds} s` }))

/** The second field of a search: the moment that follows the first, and how soon. */
export function ThenField({
  fields,
  onFields,
  onRemove,
  focused,
}: {
  fields: SearchFields
  onFields: (fields: SearchFields) => void
  onRemove: () => void
  /** The person has just added the field: it gets the focus. */
  focused: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  return (
    <div className="query query-then">
      <Select
        label="Time between"
        className="within"
        align="start"
        options={options(fields.within)}
        value={String(fields.within)}
        onChange={(within) => onFields({ ...fields, within: Number(within) })}
      />
      <QueryInput
        label="Then"
        field={field}
        query={fields.next ?? ''}
        placeholder="What comes after it"
        onQuery={(next) => onFields({ ...fields, next })}
      />
      <IconButton size="sm" icon={X} label="Remove the second field" onClick={onRemove} />
    </div>
  )
}
