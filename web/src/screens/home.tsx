import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, FolderPlus, Info, MessageSquareText, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { OverLimitBanner } from '../features/identity/plans/over-limit-banner.tsx'
import { collectionsQuery, samplesQuery } from '../features/library/collections/api.ts'
import { CollectionSections } from '../features/library/collections/collection-sections.tsx'
import { preselect } from '../features/library/collections/preselect.ts'
import { FilmRow } from '../features/library/videos/card/film-row.tsx'
import { PastSearchesAnchor } from '../features/output/search/history/past-searches-anchor.tsx'
import { PictureDrop } from '../features/output/search/pictures/picture-drop.tsx'
import { ReferenceImagePicker } from '../features/output/search/question/reference-image-picker.tsx'
import { searchAddress } from '../features/output/search/question/search-address.ts'
import { SearchBar } from '../features/output/search/question/search-bar.tsx'
import { SearchLead } from '../features/output/search/question/search-lead.tsx'
import { EVERYWHERE, searchPlaces } from '../features/output/search/question/search-scope.ts'
import { SampleQuestions } from '../features/output/search/suggestions/sample-questions.tsx'
import { Tutorial } from '../features/public/tutorial/tutorial.tsx'
import { lazyPart } from '../ui/overlays/lazy-part.tsx'
import './home.css'

const ChooseDialog = lazyPart(
  async () => (await import('../features/library/collections/choose-dialog.tsx')).ChooseDialog,
)

type HomeSearch = { query: string } | { image: string | null }
const UNFILTERED = { query: '', types: [], image: null, confidence: null } as const

export default function Home() {
  const navigate = useNavigate()
  const mine = useQuery(collectionsQuery())
  const samples = useQuery(samplesQuery())
  const [chosen, setChosen] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const [choosing, setChoosing] = useState(false)
  const closeChoice = () => setChoosing(false)
  const loading = mine.isPending || samples.isPending
  const all = loading ? [] : [...(mine.data ?? []), ...(samples.data ?? [])]
  const everywhere = chosen === EVERYWHERE.id
  const collection = all.find(({ id }) => id === chosen) ?? preselect(all)
  const place = everywhere ? EVERYWHERE : collection
  const [early, setEarly] = useState<HomeSearch | null>(null)
  const search = (asked: HomeSearch) => {
    if ('query' in asked && asked.query === '') return
    if (place) navigate(searchAddress(place.id, { ...UNFILTERED, ...asked }))
    else if (loading) setEarly(asked)
  }
  // A search that was sent while the collections loaded starts once there is a place for it.
  useEffect(() => {
    if (early && place) navigate(searchAddress(place.id, { ...UNFILTERED, ...early }))
  }, [early, place, navigate])
  return (
    <main className="page">
      <OverLimitBanner />
      {(loading || place) && <PictureDrop onPicture={(image) => search({ image })} />}
      <div className="home-head">
        <h1>Search your videos</h1>
        {!everywhere && collection && !collection.expired && (
          <Link className="link text-text-2" to={`/collections/${collection.id}`}>
            Go to Collection
          </Link>
        )}
      </div>
      <SearchLead />
      <PastSearchesAnchor empty={query === ''}>
        <SearchBar
          large
          autoFocus
          collections={loading ? null : searchPlaces(all)}
          collection={place}
          onCollection={setChosen}
          query={query}
          onQuery={setQuery}
          onSearch={() => search({ query: query.trim() })}
          image={place && <ReferenceImagePicker image={null} onChange={(image) => search({ image })} />}
        />
      </PastSearchesAnchor>
      <nav className="tiles" aria-label="Start">
        <button type="button" className="tile" onClick={() => setChoosing(true)}>
          <Upload className="icon" aria-hidden="true" />
          Upload Video
        </button>
        <Link className="tile" to="/collections?openCreateModal=true">
          <FolderPlus className="icon" aria-hidden="true" />
          Create Collection
        </Link>
        <Link className="tile" to="/quickreview">
          <MessageSquareText className="icon" aria-hidden="true" />
          QuickReview
        </Link>
        <Link className="tile" to="/company?tab=usage">
          <ChartNoAxesColumn className="icon" aria-hidden="true" />
          Usage
        </Link>
        <Link className="for-visitors tile" to="/about">
          <Info className="icon" aria-hidden="true" />
          About
        </Link>
      </nav>
      <CollectionSections
        onCreate={() => navigate('/collections?openCreateModal=true')}
        sampleQuestions={(id) => <SampleQuestions collectionId={id} />}
        besideSample={(id) => <FilmRow collectionId={id} />}
      />
      {choosing && <ChooseDialog list={mine} onClose={closeChoice} onMissing={closeChoice} />}
      <Tutorial onUpload={() => setChoosing(true)} />
    </main>
  )
}
