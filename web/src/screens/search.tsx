import type { CollectionDetail } from '@footnote/contract/collections.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { collectionsQuery, samplesQuery } from '../features/collections/api.ts'
import { matchesQuery } from '../features/search/api.ts'
import { Asked } from '../features/search/asked.tsx'
import { Filters, typesOf } from '../features/search/filters.tsx'
import { ReferenceImagePicker } from '../features/search/reference-image-picker.tsx'
import { Results } from '../features/search/results.tsx'
import { minimumScore, readSearch, type SearchRequest, searchAddress } from '../features/search/search-address.ts'
import { SearchBar } from '../features/search/search-bar.tsx'
import { collectionQuery } from '../features/videos/api.ts'
import { CollectionNotFound, CollectionSkeleton } from '../features/videos/collection-states.tsx'
import { LoadFailure } from '../features/videos/video-card.tsx'
import { collectionAddress } from '../lib/addresses.ts'
import { ApiError } from '../lib/api-error.ts'

export default function SearchScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(collectionQuery(id))
  // What is only reviewed cannot be searched.
  if (data?.collection.kind === 'review') return <Navigate to={collectionAddress(data.collection)} replace />
  if (data) return <Search key={id} detail={data} />
  if (error instanceof ApiError && error.status === 404) return <CollectionNotFound />
  return <main className="page">{error ? <LoadFailure onRetry={refetch} /> : <CollectionSkeleton />}</main>
}

function Search({ detail }: { detail: CollectionDetail }) {
  const { collection } = detail
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [request, setRequest] = useAhead(search.toString(), readSearch(search))
  const available = typesOf(detail)
  const asked = available.filter((type) => request.types.includes(type))
  const types = asked.length > 0 ? asked : available
  const [query, setQuery] = useAhead(request.query, request.query)
  const mine = useQuery(collectionsQuery())
  const samples = useQuery(samplesQuery())
  const choices = [...(mine.data ?? []), ...(samples.data ?? [])].filter(({ expired }) => !expired)
  const searchable = !collection.expired && detail.videos.length > 0
  const found = useQuery({
    ...matchesQuery(collection.id, { ...request, types: asked }),
    ...(searchable ? {} : { enabled: false }),
  })
  const matches = (found.data?.matches ?? []).filter(({ score }) => score >= minimumScore(request))
  const go = (change: Partial<SearchRequest>, replace = false) => {
    const next = { ...request, ...change }
    setRequest(next)
    navigate(searchAddress(collection.id, next), { replace })
  }
  const submit = () => {
    if (query.trim() === '') return
    if (query.trim() === request.query && !request.image) void found.refetch()
    else go({ query: query.trim(), image: null, as_typed: false })
  }
  const choose = (id: string) => {
    const typed = request.image ? '' : query.trim()
    navigate(searchAddress(id, { ...request, query: typed || request.query, types: [] }))
  }
  const videoCount = new Set(matches.map(({ video_id }) => video_id)).size
  return (
    <main>
      <title>{`${request.query || 'Search'} · ${collection.name} · Footnote`}</title>
      <h1 className="sr-only">Search results</h1>
      <div className="search-head">
        <SearchBar
          collections={choices}
          collection={collection}
          onCollection={choose}
          query={query}
          onQuery={setQuery}
          onSearch={submit}
          autoFocus={!request.query && !request.image}
          disabled={!searchable}
          placeholder={request.image ? 'Or ask in words' : 'Ask for a moment'}
          image={
            <ReferenceImagePicker
              image={request.image}
              onChange={(image) => go({ image, query: image ? '' : request.query })}
            />
          }
        />
        {!request.image && (
          <Asked
            collectionId={collection.id}
            request={request}
            corrected={found.isPlaceholderData ? null : (found.data?.corrected ?? null)}
          />
        )}
        <Filters
          available={available}
          types={types}
          onTypes={(next) => go({ types: next.length === available.length ? [] : next }, true)}
          confidence={request.confidence ?? 'Low'}
          onConfidence={(confidence) => go({ confidence }, true)}
          count={found.data && searchable ? countOf(matches.length, videoCount, found.data.truncated) : null}
        />
      </div>
      <div className="page">
        <Results
          detail={detail}
          request={request}
          found={found}
          matches={matches}
          onConfidence={(confidence) => go({ confidence }, true)}
        />
      </div>
    </main>
  )
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const countOf = (matches: number, videos: number, truncated: boolean): string =>
  `${truncated ? 'The best ' : ''}${plural(matches, 'match', 'matches')} in ${plural(videos, 'video', 'videos')}`

/**
 * What the address says, and ahead of it what was chosen or typed since: on the way to another address the second of two quick
 * choices would undo the first. It is forgotten with the address it was chosen at, so that the back button brings back all of it.
 * @param address what makes it forgotten when it changes
 */
function useAhead<Value>(address: string, said: Value): [Value, (value: Value) => void] {
  const [ahead, setAhead] = useState<{ value: Value; since: string } | null>(null)
  if (ahead && ahead.since !== address) setAhead(null)
  return [ahead?.since === address ? ahead.value : said, (value) => setAhead({ value, since: address })]
}
