import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { collectionsQuery, reviewCollectionsQuery, samplesQuery } from '../../features/library/collections/api.ts'
import { collectionQuery } from '../../features/library/videos/api.ts'
import { CollectionNotFound, CollectionSkeleton } from '../../features/library/videos/collection-states.tsx'
import { matchesQuery } from '../../features/output/search/api.ts'
import { useChosenMatches } from '../../features/output/search/moments/use-chosen-matches.ts'
import { matchRange } from '../../features/output/search/opened/film.ts'
import { PictureDrop } from '../../features/output/search/pictures/picture-drop.tsx'
import {
  isBlank,
  isByLook,
  minimumScore,
  readSearch,
  type SearchRequest,
  searchAddress,
} from '../../features/output/search/question/search-address.ts'
import {
  EVERYWHERE,
  type SearchScope,
  scopeOf,
  scopeOfAll,
} from '../../features/output/search/question/search-scope.ts'
import { hasCard, Results } from '../../features/output/search/results/results.tsx'
import { useAhead } from '../../lib/address/use-ahead.ts'
import { useOpenedMoment } from '../../lib/address/use-opened-moment.ts'
import { collectionAddress } from '../../lib/addresses.ts'
import { ApiError } from '../../lib/calls/api-error.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { NotLoaded } from '../../ui/page/not-loaded.tsx'
import { type AskedMoments, MomentButtons } from './moment-buttons.tsx'
import { OpenedMoment } from './opened-moment.tsx'
import { OtherLanguages } from './other-languages.tsx'
import { SearchHead } from './search-head.tsx'

const PastSearches = lazyPart(
  async () => (await import('../../features/output/search/history/past-searches.tsx')).PastSearches,
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
  const opener = useOpenedMoment()
  const searchable = !scope.expired && scope.filled
  const found = useQuery({
    ...matchesQuery(scope.id, { ...request, types: asked }, scope.indexing > 0),
    ...(searchable ? {} : { enabled: false }),
  })
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
  return (
    <main>
      <title>{`${request.query || (request.similar ? 'Similar' : 'Search')} · ${scope.name} · Footnote`}</title>
      <h1 className="sr-only">Search results</h1>
      {searchable && <PictureDrop onPicture={lookFor} />}
      <SearchHead
        scope={scope}
        searchable={searchable}
        request={request}
        types={asked}
        found={found}
        matches={matches}
        onRequest={go}
        onPicture={lookFor}
      />
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
          onOpen={(match) => opener.open({ video_id: match.video_id, range: matchRange(match) }, match.start_time)}
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
