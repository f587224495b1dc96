import type { Match, Matches } from '@footnote/contract/nouns/search.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { collectionsQuery, reviewCollectionsQuery, samplesQuery } from '../../features/collections/api.ts'
import { matchesQuery } from '../../features/search/api.ts'
import { useRememberSearch } from '../../features/search/history/history-api.ts'
import { PastSearchesAnchor } from '../../features/search/history/past-searches-anchor.tsx'
import { SaveSearch } from '../../features/search/history/save-search.tsx'
import { useChosenMatches } from '../../features/search/moments/use-chosen-matches.ts'
import { timesOf } from '../../features/search/opened/film.ts'
import { PictureDrop } from '../../features/search/pictures/picture-drop.tsx'
import { Filters } from '../../features/search/question/filters.tsx'
import { ReferenceImagePicker } from '../../features/search/question/reference-image-picker.tsx'
import {
  isBlank,
  isByLook,
  minimumScore,
  readSearch,
  type SearchRequest,
  searchAddress,
} from '../../features/search/question/search-address.ts'
import { SearchBar } from '../../features/search/question/search-bar.tsx'
import { fieldsOf, queryOf, type SearchFields } from '../../features/search/question/search-fields.ts'
import {
  EVERYWHERE,
  type SearchScope,
  scopeOf,
  scopeOfAll,
  searchPlaces,
} from '../../features/search/question/search-scope.ts'
import { Asked } from '../../features/search/results/asked.tsx'
import { hasCard, Results } from '../../features/search/results/results.tsx'
import { collectionQuery } from '../../features/videos/api.ts'
import { CollectionNotFound, CollectionSkeleton } from '../../features/videos/collection-states.tsx'
import { useAhead } from '../../lib/address/use-ahead.ts'
import { useOpenedMoment } from '../../lib/address/use-opened-moment.ts'
import { collectionAddress } from '../../lib/addresses.ts'
import { ApiError } from '../../lib/calls/api-error.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { NotLoaded } from '../../ui/page/not-loaded.tsx'
import { type AskedMoments, MomentButtons } from './moment-buttons.tsx'
import { OpenedMoment } from './opened-moment.tsx'
import { OtherLanguages } from './other-languages.tsx'

const PastSearches = lazyPart(
  async () => (await import('../../features/search/history/past-searches.tsx')).PastSearches,
)

// Loads with the first selected moment.
const ChosenMoments = lazyPart(async () => (await import('./chosen-moments.tsx')).ChosenMoments)

/** A search of one collection, or of all of them. */
export default function SearchScreen() {
  const { id = '' } = useParams()
  return id === EVERYWHERE.id ? <Everywhere /> : <InCollection key={id} id={id} />
}

function InCollection({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(collectionQuery(id))
  // A review collection has no search page.
  if (data?.collection.kind === 'review') return <Navigate to={collectionAddress(data.collection)} replace />
  if (data) return <Search scope={scopeOf(data)} />
  if (error instanceof ApiError && error.status === 404) return <CollectionNotFound />
  return (
    <main className="page">
      {error ? <NotLoaded what="The collection could not be loaded." onRetry={refetch} /> : <CollectionSkeleton />}
    </main>
  )
}

function Everywhere() {
  const mine = useQuery(collectionsQuery())
  const reviews = useQuery(reviewCollectionsQuery())
  const samples = useQuery(samplesQuery())
  if (mine.data && reviews.data && samples.data)
    return <Search scope={scopeOfAll([...mine.data, ...reviews.data], samples.data)} />
  const missing = [mine, reviews, samples].filter(({ isError }) => isError)
  const retry = () => missing.map(({ refetch }) => refetch())
  return (
    <main className="page">
      {missing.length > 0 ? (
        <NotLoaded what="The collections could not be loaded." onRetry={retry} />
      ) : (
        <CollectionSkeleton />
      )}
    </main>
  )
}

function Search({ scope }: { scope: SearchScope }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [request, setRequest] = useAhead(search.toString(), readSearch(search))
  const asked = scope.types.filter((type) => request.types.includes(type))
  const types = asked.length > 0 ? asked : scope.types
  const [fields, setFields] = useAhead(request.query, fieldsOf(request.query))
  const opener = useOpenedMoment()
  const mine = useQuery(collectionsQuery())
  const samples = useQuery(samplesQuery())
  const searchable = !scope.expired && scope.filled
  const found = useQuery({
    ...matchesQuery(scope.id, { ...request, types: asked }, scope.indexing > 0),
    ...(searchable ? {} : { enabled: false }),
  })
  const past = useRememberSearch(
    scope.id,
    { query: isByLook(request) ? '' : request.query, types: asked.length === scope.types.length ? [] : asked },
    found.isSuccess && !found.isPlaceholderData,
  )
  const matches = (found.data?.matches ?? []).filter(({ score }) => score >= minimumScore(request))
  // The answer to the search before is still visible while the next one is on its way.
  const settled = found.isPlaceholderData ? [] : matches
  const selection = useChosenMatches(searchAddress(scope.id, { ...request, confidence: null }), settled, (match) =>
    hasCard(match, matches, request),
  )
  const [moments, setMoments] = useAhead<AskedMoments | null>(search.toString(), null)
  const ask = (what: AskedMoments['what'], clips: readonly Match[], of = clips) =>
    setMoments({ what, matches: clips, found: of, where: scope.id, request: { ...request, types: asked } })
  const [everChosen, setEverChosen] = useState(false)
  if ((selection.chosen.length > 0 || moments) && !everChosen) setEverChosen(true)
  const go = (change: Partial<SearchRequest>, replace = false) => {
    const next = { ...request, ...change }
    setRequest(next)
    navigate(searchAddress(scope.id, next), { replace })
  }
  const lookFor = (image: string | null) => go({ image, similar: null, query: image ? '' : request.query })
  const submit = () => {
    const query = queryOf(fields)
    if (query === '') return
    if (query === request.query && !isByLook(request)) void found.refetch()
    else go({ query, image: null, similar: null, as_typed: false })
  }
  const type = (next: SearchFields) => {
    setFields(next)
    // A choice of seconds searches at once, like the filters; words wait until the person sends them.
    if (next.within !== fields.within && queryOf(fields) === request.query) go({ query: queryOf(next) }, true)
  }
  const choose = (id: string) => {
    const typed = isByLook(request) ? '' : queryOf(fields)
    navigate(searchAddress(id, { ...request, query: typed || request.query, types: [] }))
  }
  return (
    <main>
      <title>{`${request.query || (request.similar ? 'Similar' : 'Search')} · ${scope.name} · Footnote`}</title>
      <h1 className="sr-only">Search results</h1>
      {searchable && <PictureDrop onPicture={lookFor} />}
      <div className="search-head">
        <PastSearchesAnchor empty={fields.first === ''}>
          <SearchBar
            collections={searchPlaces([...(mine.data ?? []), ...(samples.data ?? [])])}
            collection={scope}
            onCollection={choose}
            query={fields.first}
            onQuery={(first) => setFields({ ...fields, first })}
            then={isByLook(request) ? undefined : { fields, onFields: type }}
            onSearch={submit}
            autoFocus={isBlank(request)}
            disabled={!searchable}
            placeholder={isByLook(request) ? 'Or ask in words' : 'Ask for a moment'}
            image={
              <>
                {past && <SaveSearch key={past.id} search={past} />}
                <ReferenceImagePicker image={request.image} similar={request.similar ?? null} onChange={lookFor} />
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
          types={types}
          onTypes={(next) => go({ types: next.length === scope.types.length ? [] : next }, true)}
          confidence={request.confidence ?? 'Low'}
          onConfidence={(confidence) => go({ confidence }, true)}
          count={found.data && searchable ? countOf(matches, scope, found.data) : null}
        />
      </div>
      <div className="page">
        {!scope.expired && (
          <OpenedMoment
            scope={scope}
            opener={opener}
            matches={settled}
            named={found.isPlaceholderData ? [] : (found.data?.videos ?? [])}
            pending={found.isFetching && (found.isPlaceholderData || !found.data)}
            picking={selection.picking}
            actions={(clip, match) => (
              <MomentButtons matches={[clip]} onAsk={(what, clips) => ask(what, clips, [match])} by_key={!moments} />
            )}
          />
        )}
        <Results
          scope={scope}
          request={request}
          found={found}
          matches={matches}
          onConfidence={(confidence) => go({ confidence }, true)}
          onOpen={(match) => opener.open({ video_id: match.video_id, range: timesOf(match) }, match.start_time)}
          onPlay={({ id }) => opener.open({ video_id: id, range: null }, null)}
          picking={selection.picking}
          otherLanguages={<OtherLanguages />}
        />
        {everChosen && (
          <ChosenMoments
            selection={selection}
            query={isByLook(request) ? '' : request.query}
            asked={moments}
            onAsk={ask}
            onClose={() => setMoments(null)}
            onMissing={() => setMoments(null)}
          />
        )}
        {searchable && isBlank(request) && <PastSearches className="past-page" />}
      </div>
    </main>
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
