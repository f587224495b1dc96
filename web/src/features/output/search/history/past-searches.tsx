import type { SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import type { PastSearch } from '@footnote/contract/nouns/output/search.ts'
import { useQuery } from '@tanstack/react-query'
import { Clock, Star, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import { searchAddress } from '../question/search-address.ts'
import { EVERYWHERE } from '../question/search-scope.ts'
import {
  bringSearchesBack,
  clearSearches,
  forgetSearch,
  historyQuery,
  saveSearch,
  useHistoryChange,
} from './history-api.ts'
import './past-searches.css'

/** Number of latest searches in the list; it contains all saved ones. */
const LATEST = 8
const WORDS: Record<SearchType, string> = {
  VISUAL: 'Visual',
  CONVERSATION: 'Conversation',
  TEXT_IN_VIDEO: 'Text in video',
}

/** The user's saved and latest searches, each a link to its answers; nothing if there are none. */
export function PastSearches({ className }: { className?: string }) {
  const { data, isError, refetch } = useQuery(historyQuery())
  const saving = useHistoryChange(saveSearch)
  const forgetting = useHistoryChange(forgetSearch)
  const clearing = useHistoryChange(clearSearches)
  const returning = useHistoryChange(bringSearchesBack)
  const [forgotten, setForgotten] = useState<readonly PastSearch[]>([])
  if (!data && isError)
    return (
      <div className={className}>
        <NotLoaded what="Your searches could not be loaded." onRetry={refetch} />
      </div>
    )
  if (!data || (data.length === 0 && forgotten.length === 0)) return null
  const failure = saving.error ?? forgetting.error ?? clearing.error ?? returning.error
  const saved = data.filter((search) => search.saved)
  const latest = data.filter((search) => !search.saved).slice(0, LATEST)
  const clear = () => {
    const cleared = data.filter((search) => !search.saved)
    clearing.mutate(undefined, { onSuccess: () => setForgotten(cleared) })
  }
  const list = (searches: readonly PastSearch[]) =>
    searches.map((search) => (
      <Line
        key={search.id}
        search={search}
        onSave={() => saving.mutate({ id: search.id, saved: !search.saved })}
        onForget={() => forgetting.mutate(search.id, { onSuccess: () => setForgotten([search]) })}
      />
    ))
  return (
    <section className={className} aria-label="Your searches">
      {failure && <Alert>{errorDetail(failure, 'Your searches were not changed. Try again.')}</Alert>}
      {forgotten.length > 0 && (
        <div className="past-head text-text-2" role="status">
          <span className="past-words">{wordsOfForgotten(forgotten)}</span>
          <Button
            variant="ghost"
            size="sm"
            busy={returning.isPending}
            onClick={() => returning.mutate(forgotten, { onSuccess: () => setForgotten([]) })}
          >
            Undo
          </Button>
        </div>
      )}
      {saved.length > 0 && (
        <>
          <h2 className="label past-head">Saved searches</h2>
          <ul className="past-searches">{list(saved)}</ul>
        </>
      )}
      {latest.length > 0 && (
        <>
          <div className="past-head">
            <h2 className="label">Recent searches</h2>
            <Button variant="ghost" size="sm" busy={clearing.isPending} onClick={clear}>
              Clear
            </Button>
          </div>
          <ul className="past-searches">{list(latest)}</ul>
        </>
      )}
    </section>
  )
}

const wordsOfForgotten = ([only, ...others]: readonly PastSearch[]): string =>
  only && others.length === 0 ? `Forgot “${only.query}”` : `Forgot ${others.length + 1} searches`

function Line({ search, onSave, onForget }: { search: PastSearch; onSave: () => void; onForget: () => void }) {
  const { index_id, query, types, saved, collection_name } = search
  const Icon = saved ? Star : Clock
  const where = [collection_name ?? EVERYWHERE.name, ...types.map((type) => WORDS[type])].join(', ')
  return (
    <li>
      <Link data-past-search to={searchAddress(index_id, { query, types, image: null, confidence: null })}>
        <Icon className="icon" aria-hidden="true" />
        <span className="past-words" dir="auto" title={query}>
          {query}
        </span>{' '}
        <span className="past-place" title={where}>
          {where}
        </span>
      </Link>
      <IconButton
        icon={Star}
        label={saved ? `Do not save ${query}` : `Save ${query}`}
        size="sm"
        aria-pressed={saved}
        className="past-save"
        onClick={onSave}
      />
      <IconButton icon={X} label={`Forget ${query}`} size="sm" onClick={onForget} />
    </li>
  )
}
