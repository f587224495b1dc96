import { joinWords, type Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CaseSensitive, CircleAlert, WholeWord } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { countPlaces, isStale, readAgain, replaceAll, saveParagraph } from '../editing/changes.ts'
import type { Editing } from '../editing/editing.ts'
import { offerUndo } from '../editing/offer-undo.ts'
import type { Exactness, Match } from './matches.ts'
import type { Search } from './use-search.ts'

const STALE = 'Somebody changed the transcript meanwhile. Check the number, then replace again.'
/** Milliseconds without a key before the server counts. */
const TYPING = 200
const FAILED = 'Nothing was replaced. Try again.'

/** Replaces the current match of a search, or all of them: first their number, then one change with one undo. */
export function ReplaceRow({
  search,
  exact,
  words,
  editing,
}: {
  search: Search
  exact: Exactness
  words: Words
  editing: Editing
}) {
  const [replace, setReplace] = useState('')
  const { matches, current, query } = search
  const find = query.trim()
  const replacement = { find, replace, ...exact }
  const count = useCount(editing, { find, replace: '', ...exact })
  const one = useMutation({
    mutationFn: async () => {
      const match = matches[current]
      if (!match) return
      const edit_id = await saveParagraph(editing, ...replaced(words, match, replace))
      if (edit_id === 'theirs') throw new Error('The words were changed meanwhile')
      if (edit_id !== null) offerUndo(editing, edit_id, 'Replaced')
    },
    onError: (error) => console.warn('replace', error),
  })
  const all = useMutation({
    mutationFn: () => replaceAll(editing, replacement),
    onSuccess: ({ count, edit_id }) => {
      if (edit_id !== null) offerUndo(editing, edit_id, `Replaced in ${count === 1 ? 'one place' : `${count} places`}`)
    },
    onError: (error) => {
      console.warn('replace', error)
      if (isStale(error)) readAgain(editing).catch((cause: unknown) => console.warn('transcript', cause))
    },
  })
  const failure = all.error ?? one.error
  const busy = one.isPending || all.isPending
  return (
    <>
      <form
        className="transcript-search"
        aria-label="Replace in the transcript"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && matches.length > 0) one.mutate(undefined, { onSettled: () => all.reset() })
        }}
      >
        <div className="transcript-query">
          <input
            type="text"
            className="input"
            aria-label="Replace with"
            placeholder="Replace with"
            autoComplete="off"
            dir="auto"
            maxLength={TRANSCRIPT.find}
            value={replace}
            onChange={(event) => setReplace(event.target.value)}
          />
        </div>
        <IconButton
          icon={CaseSensitive}
          label="Match case"
          size="sm"
          aria-pressed={exact.match_case}
          onClick={() => search.setExact({ ...exact, match_case: !exact.match_case })}
        />
        <IconButton
          icon={WholeWord}
          label="Whole words"
          size="sm"
          aria-pressed={exact.whole_words}
          onClick={() => search.setExact({ ...exact, whole_words: !exact.whole_words })}
        />
        <Button type="submit" size="sm" busy={one.isPending} disabled={matches.length === 0 || all.isPending}>
          Replace
        </Button>
        <Button
          size="sm"
          busy={all.isPending}
          disabled={!count || one.isPending}
          aria-label={count ? `Replace all ${count}` : 'Replace all'}
          onClick={() => all.mutate(undefined, { onSettled: () => one.reset() })}
        >
          {count ? `All ${count}` : 'All'}
        </Button>
      </form>
      {failure && (
        <p className="transcript-refusal field-error" role="alert">
          <CircleAlert className="icon icon-xs" aria-hidden="true" />
          {isStale(failure) ? STALE : errorDetail(failure, FAILED)}
        </p>
      )}
    </>
  )
}

/** How many places a replacement would change, as the server counts them; undefined until it has answered. */
function useCount(editing: Editing, replacement: Parameters<typeof countPlaces>[1]): number | undefined {
  const wanted = JSON.stringify(replacement)
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), TYPING)
    return () => clearTimeout(timer)
  }, [wanted])
  const { revision } = editing.latest()
  const { data } = useQuery({
    queryKey: ['transcript count', editing.video_id, revision, asked],
    queryFn: ({ signal }) => countPlaces(editing, JSON.parse(asked), signal),
    enabled: replacement.find !== '' && asked === wanted,
  })
  return asked === wanted ? data : undefined
}

/** The words of a match, and what they say with another text in its place. */
function replaced(
  words: Words,
  match: Match,
  replace: string,
): Parameters<typeof saveParagraph> extends [unknown, ...infer Rest] ? Rest : never {
  const [first, last] = [match[0], match.at(-1)]
  if (!first || !last) throw new Error('A match has words.')
  const said = words.slice(first.word, last.word + 1)
  const base = joinWords(said.map(({ word }) => word))
  const text = `${said[0]?.word.slice(0, first.from)}${replace}${said.at(-1)?.word.slice(last.to)}`
  const end = said.reduce((most, word) => Math.max(most, word.end), 0)
  return [
    { start: said[0]?.start ?? 0, end },
    { base, text: text.trim() },
  ]
}
