import type { SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import type { Match, Matches } from '@footnote/contract/nouns/output/search.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { collectionsQuery, samplesQuery } from '../../features/library/collections/api.ts'
import { Filters } from '../../features/output/search/filters/filters.tsx'
import { useRememberSearch } from '../../features/output/search/history/history-api.ts'
import { PastSearchesAnchor } from '../../features/output/search/history/past-searches-anchor.tsx'
import { SaveSearch } from '../../features/output/search/history/save-search.tsx'
import { ReferenceImagePicker } from '../../features/output/search/question/reference-image-picker.tsx'
import {
  isBlank,
  isByLook,
  type SearchRequest,
  searchAddress,
} from '../../features/output/search/question/search-address.ts'
import { SearchBar } from '../../features/output/search/question/search-bar.tsx'
import { fieldsOf, queryOf, type SearchFields } from '../../features/output/search/question/search-fields.ts'
import { type SearchScope, searchPlaces } from '../../features/output/search/question/search-scope.ts'
import { Asked } from '../../features/output/search/results/asked.tsx'
import { useAhead } from '../../lib/address/use-ahead.ts'

/** The question of a search, how the server understood it, its filters, and the number of matches. */
export function SearchHead({
  scope,
  searchable,
  request,
  types,
  found,
  matches,
  onRequest,
  onPicture,
}: {
  scope: SearchScope
  searchable: boolean
  request: SearchRequest
  /** Modalities of the request that the scope has; empty for all of them. */
  types: readonly SearchType[]
  found: UseQueryResult<Matches>
  /** The found matches that are sure enough for the request. */
  matches: readonly Match[]
  /** @param replace whether the request takes the place of the one before in the history */
  onRequest: (change: Partial<SearchRequest>, replace?: boolean) => void
  /** @param image as addresses have it; null to search with words again */
  onPicture: (image: string | null) => void
}) {
  const navigate = useNavigate()
  const [fields, setFields] = useAhead(request.query, fieldsOf(request.query))
  const mine = useQuery(collectionsQuery())
  const samples = useQuery(samplesQuery())
  const by_look = isByLook(request)
  const past = useRememberSearch(
    scope.id,
    { query: by_look ? '' : request.query, types: types.length === scope.types.length ? [] : types },
    found.isSuccess && !found.isPlaceholderData,
  )
  const submit = () => {
    const query = queryOf(fields)
    if (query === '') return
    if (query === request.query && !by_look) void found.refetch()
    else onRequest({ query, image: null, similar: null, as_typed: false })
  }
  const type = (next: SearchFields) => {
    setFields(next)
    // A choice of seconds searches at once, like the filters; words wait until the person sends them.
    if (next.within !== fields.within && queryOf(fields) === request.query) onRequest({ query: queryOf(next) }, true)
  }
  const choose = (id: string) => {
    const typed = by_look ? '' : queryOf(fields)
    navigate(searchAddress(id, { ...request, query: typed || request.query, types: [] }))
  }
  return (
    <div className="search-head">
      <PastSearchesAnchor empty={fields.first === ''}>
        <SearchBar
          collections={searchPlaces([...(mine.data ?? []), ...(samples.data ?? [])])}
          collection={scope}
          onCollection={choose}
          query={fields.first}
          onQuery={(first) => setFields({ ...fields, first })}
          then={by_look ? undefined : { fields, onFields: type }}
          onSearch={submit}
          autoFocus={isBlank(request)}
          disabled={!searchable}
          placeholder={by_look ? 'Or ask in words' : 'Ask for a moment'}
          image={
            <>
              {past && <SaveSearch key={past.id} search={past} />}
              <ReferenceImagePicker image={request.image} similar={request.similar ?? null} onChange={onPicture} />
            </>
          }
        />
      </PastSearchesAnchor>
      {!request.image && (
        <Asked
          collectionId={scope.id}
          request={request}
          corrected={found.isPlaceholderData ? null : (found.data?.corrected ?? null)}
        />
      )}
      <Filters
        available={scope.types}
        types={types.length > 0 ? types : scope.types}
        onTypes={(next) => onRequest({ types: next.length === scope.types.length ? [] : next }, true)}
        confidence={request.confidence ?? 'Low'}
        onConfidence={(confidence) => onRequest({ confidence }, true)}
        count={found.data && searchable ? countOf(matches, scope, found.data) : null}
      />
    </div>
  )
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

function countOf(
  matches: readonly Match[],
  { everywhere }: SearchScope,
  { truncated, videos: named }: Pick<Matches, 'truncated' | 'videos'>,
): string {
  if (matches.length === 0 && named.length > 0) return `${plural(named.length, 'video', 'videos')} by name`
  const videos = new Set(matches.map(({ video_id }) => video_id)).size
  const collections = new Set(matches.map(({ collection_id }) => collection_id)).size
  const where = everywhere && collections > 0 ? `, ${plural(collections, 'collection', 'collections')}` : ''
  const found = `${plural(matches.length, 'match', 'matches')} in ${plural(videos, 'video', 'videos')}${where}`
  return truncated ? `The best ${found}` : found
}
