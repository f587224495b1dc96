import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { ChevronDown, ChevronUp, Replace, X } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo } from 'react'
import { isKey } from '../../../../lib/keyboard/keys.ts'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import type { Editing } from '../editing/editing.ts'
import { findMatches, lettersOf } from './matches.ts'
import { ReplaceRow } from './replace-row.tsx'
import type { Search } from './use-search.ts'

const focus = (field: HTMLInputElement | null) => field?.focus()

/**
 * Searches the transcript. Enter and Shift+Enter move between matches, Escape clears the field, then closes the row.
 */
export function SearchRow({
  search,
  words,
  editing,
  onClose,
}: {
  search: Search
  words: Words
  /** Null for people who only read. */
  editing: Editing | null
  onClose: () => void
}) {
  const { query, matches, current, exact, setQuery, setExact, step } = search
  useMatches(search, words)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && !isKey('next_match', event)) return
    event.preventDefault()
    if (event.key !== 'Escape') step(isKey('previous_match', event) ? -1 : 1)
    else if (query === '') onClose()
    else setQuery('')
  }
  const found = matches.length > 0 ? `${current + 1} of ${matches.length}` : 'None'
  return (
    <div className="transcript-find">
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
        {editing && (
          <IconButton
            icon={Replace}
            label="Find and replace"
            size="sm"
            aria-expanded={exact !== null}
            onClick={() => setExact(exact ? null : { match_case: false, whole_words: false })}
          />
        )}
        <IconButton icon={X} label="Close search" size="sm" onClick={onClose} />
      </div>
      {editing && exact && <ReplaceRow {...{ search, exact, words, editing }} />}
    </div>
  )
}

/** Finds the matches. Input is shown at once; matches follow when there is time to draw them. */
function useMatches({ query, exact, setMatches }: Search, words: Words): void {
  const sought = useDeferredValue(query)
  const letters = useMemo(() => lettersOf(words, exact), [words, exact])
  const found = useMemo(() => findMatches(letters, sought, exact), [letters, sought, exact])
  useEffect(() => setMatches(found), [found, setMatches])
}
