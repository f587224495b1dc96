import type { Match, Matches, NamedVideo } from '@footnote/contract/nouns/output/search.ts'
import { parseQuery, readSequence } from '@footnote/contract/shared/language/query.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { similarAddress } from '../../../../lib/addresses.ts'
import { ApiError, errorDetail } from '../../../../lib/calls/api-error.ts'
import { Button, ButtonLink } from '../../../../ui/forms/button.tsx'
import { PlansLink } from '../../../../ui/forms/plans-link.tsx'
import { confidenceOf } from '../../../../ui/marks/tier.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import type { MatchPicking } from '../moments/use-chosen-matches.ts'
import { FrameLead } from '../question/frame-lead.tsx'
import { isLocal, localPicture } from '../question/reference-image.ts'
import { isBlank, isByLook, type SearchRequest, searchAddress } from '../question/search-address.ts'
import type { SearchScope } from '../question/search-scope.ts'
import { OwnQuestions } from '../suggestions/own-questions.tsx'
import { SampleQuestions } from '../suggestions/sample-questions.tsx'
import { Looking } from './looking.tsx'
import { MatchCard, MatchSkeletons } from './match-card.tsx'
import { NamedVideos } from './named-videos.tsx'

interface ResultsProps {
  scope: SearchScope
  request: SearchRequest
  found: UseQueryResult<Matches>
  /** Matches with enough confidence. */
  matches: readonly Match[]
  /** Shows or folds the less certain matches. */
  onConfidence: (confidence: 'Low' | null) => void
  /** Plays a match. */
  onOpen: (match: Match) => void
  /** Plays a whole video. */
  onPlay: (video: NamedVideo) => void
  picking: MatchPicking
  /** The way to search in other languages, for a question without any known word. */
  otherLanguages: ReactNode
}

const isSure = ({ score }: Match): boolean => confidenceOf(score) !== 'Low'

/** Whether a match of the answer has a card: those of Low confidence are folded behind better ones. */
export const hasCard = (match: Match, matches: readonly Match[], { confidence }: SearchRequest): boolean =>
  confidence === 'Low' || isSure(match) || !matches.some(isSure)

/** Address of the search for moments like a match; null if it has no picture, or if pictures are not searched. */
const similarTo = ({ video_id, thumbnail_time }: Match, { id, types }: SearchScope): string | null =>
  thumbnail_time !== undefined && types.includes('VISUAL')
    ? similarAddress(id, { video_id, time: thumbnail_time })
    : null

/** The results of a search, or the reason why there are none. */
export function Results(props: ResultsProps) {
  const { scope, request, found } = props
  const { remedy } = scope
  if (scope.expired)
    return (
      <Alert kind="warn" action={<PlansLink />}>
        COLLECTION IS EXPIRED
      </Alert>
    )
  if (!scope.filled)
    return (
      <EmptyState
        fact="Please upload videos to search."
        action={remedy && <ButtonLink to={remedy.to}>{remedy.label}</ButtonLink>}
      />
    )
  if (request.image && isLocal(request.image) && !localPicture(request.image))
    return (
      <EmptyState
        fact="The reference image is no longer here"
        next="Only the tab that chose it kept it. Choose it again."
      />
    )
  if (isBlank(request))
    return (
      <EmptyState
        fact="Ask for a moment"
        next="Describe what you saw, heard or read in the video."
        action={scope.sample ? <SampleQuestions collectionId={scope.id} /> : <OwnQuestions scope={scope} />}
      />
    )
  const { similar = null } = request
  const goes_on = isByLook(request) && found.isFetching && (found.isPlaceholderData || !found.data)
  const lead = (
    <>
      {similar && <FrameLead similar={similar} frame={found.isPlaceholderData ? undefined : found.data?.frame} />}
      {goes_on && <Looking key={searchAddress(scope.id, request)} similar={similar} />}
    </>
  )
  if (found.isError && !found.data)
    return similar && found.error instanceof ApiError && found.error.status === 404 ? (
      <EmptyState fact="This frame is no longer here" next="Its video was deleted, or you may no longer see it." />
    ) : (
      <Failure error={found.error} look={isByLook(request)} onRetry={found.refetch} />
    )
  if (!found.data)
    return (
      <>
        {lead}
        <MatchSkeletons />
      </>
    )
  const { videos } = found.data
  return (
    <>
      {lead}
      <NamedVideos videos={videos} everywhere={scope.everywhere} onPlay={props.onPlay} />
      {found.data.matches.length > 0 ? (
        <Moments {...props} />
      ) : (
        videos.length === 0 &&
        (found.data.understood ? (
          <NothingFound indexing={scope.indexing} query={request.query} look={isByLook(request)} />
        ) : (
          <EmptyState fact={NOT_UNDERSTOOD} next={WHY_NOT} action={props.otherLanguages} />
        ))
      )}
      {scope.left_out.map(({ id, name }) => (
        <p key={id} className="results-foot">
          A search in all collections leaves out the samples.{' '}
          <Link className="link" to={searchAddress(id, { ...request, types: [] })}>{`Search ${name}`}</Link>
        </p>
      ))}
    </>
  )
}

/** The found moments: sure ones, and the less certain behind them. */
function Moments({ scope, request, found, matches, onConfidence, onOpen, picking, otherLanguages }: ResultsProps) {
  if (matches.length === 0)
    return (
      <EmptyState
        fact="No results found"
        next="The search found less certain matches."
        action={<Button onClick={() => onConfidence('Low')}>Show them</Button>}
      />
    )
  const better = matches.filter(isSure)
  const less = matches.filter((match) => !isSure(match))
  const unfolded = request.confidence === 'Low'
  const grid = (shown: readonly Match[], label: string) => (
    <section aria-label={label} className="grid-matches" aria-busy={found.isPlaceholderData}>
      {shown.map((match) => (
        <MatchCard
          key={`${match.video_id} ${match.start_time} ${match.end_time}`}
          match={match}
          everywhere={scope.everywhere}
          similar={similarTo(match, scope)}
          picking={picking}
          onOpen={() => onOpen(match)}
        />
      ))}
    </section>
  )
  return (
    <>
      {better.length > 0 ? (
        grid(better, 'Matches')
      ) : found.data?.understood === false ? (
        <div className="results-lead">
          <p>
            <b>{NOT_UNDERSTOOD}.</b> {WHY_NOT} The moments below have words that are only spelt alike.
          </p>
          {otherLanguages}
        </div>
      ) : (
        <p className="results-lead">
          <b>Nothing strong for this question.</b> The moments below come nearest.
          {scope.indexing > 0 && ` ${stillIndexed(scope.indexing)} Stronger matches appear here.`}
        </p>
      )}
      {better.length > 0 && less.length > 0 && (
        <LessCertain matches={less} open={unfolded} onToggle={() => onConfidence(unfolded ? null : 'Low')} />
      )}
      {less.length > 0 && (better.length === 0 || unfolded) && grid(less, 'Less certain matches')}
      {better.length > 0 && scope.indexing > 0 && (
        <p className="results-foot">{`${stillIndexed(scope.indexing)} Search again for new moments.`}</p>
      )}
    </>
  )
}

/** Folds and unfolds matches of Low confidence. */
function LessCertain({ matches, open, onToggle }: { matches: readonly Match[]; open: boolean; onToggle: () => void }) {
  const videos = new Set(matches.map(({ video_id }) => video_id)).size
  return (
    <button type="button" className="less-certain" aria-expanded={open} onClick={onToggle}>
      <ChevronRight className="icon less-certain-mark" aria-hidden="true" />
      {`Less certain (${matches.length})`}
      <span className="max-sm:hidden">{`Low confidence, in ${videos} ${videos === 1 ? 'video' : 'videos'}`}</span>
    </button>
  )
}

const NOT_UNDERSTOOD = 'No word of this question was understood'
const WHY_NOT = 'The videos have none of these words, and search by meaning knows English only.'

const stillIndexed = (count: number) => `${count} ${count === 1 ? 'video is' : 'videos are'} still being indexed.`

function NothingFound({ indexing, query, look }: { indexing: number; query: string; look: boolean }) {
  const sequence = readSequence(query)
  const asked = (sequence ? [sequence.first, sequence.next] : [query]).map(parseQuery)
  if (asked.some(({ parts, left_out }) => parts.length === 0 && left_out.length > 0))
    return <EmptyState fact="No results found" next="Say what to look for, too: words with a minus only leave out." />
  const next =
    indexing > 0
      ? `${stillIndexed(indexing)} New matches appear here.`
      : look
        ? 'Nothing here looks like it.'
        : 'Try other words, or change the filters.'
  return <EmptyState fact="No results found" next={next} />
}

function Failure({ error, look, onRetry }: { error: Error; look: boolean; onRetry: () => void }) {
  return <NotLoaded what={look ? errorDetail(error, 'The search failed.') : 'The search failed.'} onRetry={onRetry} />
}
