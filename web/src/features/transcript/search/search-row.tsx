import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { isKey } from '../../../lib/keyboard/keys.ts'
import { IconButton } from '../../../ui/forms/icon-button.tsx'
import type { Search } from './use-search.ts'

const focus = (field: HTMLInputElement | null) => field?.focus()

/**
 * Searches the transcript. Enter and Shift+Enter move between matches, Escape clears the field, then closes the row.
 */
export function SearchRow({ search, onClose }: { search: Search; onClose: () => void }) {
  const { query, matches, current, setQuery, step } = search
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && !isKey('next_match', event)) return
    event.preventDefault()
    if (event.key !== 'Escape') step(isKey('previous_match', event) ? -1 : 1)
    else if (query === '') onClose()
    else setQuery('')
  }
  const found = matches.length > 0 ? `${current + 1} of ${matches.length}` : 'None'
  return (
    <div className="transcript-search">
      <div className="transcript-query">
        <input
          type="text"
          className="input"
          aria-label="Search the transcript"
          placeholder="Search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          value={query}
          ref={focus}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <output>{query.trim() !== '' && found}</output>
      </div>
      <IconButton
        icon={ChevronUp}
        label="Previous match"
        size="sm"
        disabled={matches.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Next match"
        size="sm"
        disabled={matches.length === 0}
        onClick={() => step(1)}
      />
      <IconButton icon={X} label="Close search" size="sm" onClick={onClose} />
    </div>
  )
}
