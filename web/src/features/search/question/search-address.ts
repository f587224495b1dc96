import { SEARCH_TYPES, type SearchType } from '@footnote/contract/nouns/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { type FramePlace, namedFrame } from '../../../lib/addresses.ts'

/** What a search asks for, as the address of its page says it. */
export interface SearchRequest {
  readonly query: string
  /** Empty means all that the collection is searched by. */
  readonly types: readonly SearchType[]
  /** Address of a reference image, `local:` and a key for a file of this browser, or null. */
  readonly image: string | null
  /** A frame that others are to look like; it takes the place of words and pictures. */
  readonly similar?: FramePlace | null
  /** How sure a match must be to be shown; null where nobody chose: those of Low confidence are then folded behind better ones. */
  readonly confidence: 'High' | 'Medium' | 'Low' | null
  /** Search for no other words than those typed; absent where nobody asked for that. */
  readonly as_typed?: boolean
}

const LEAST_SCORE = { High: SEARCH.high, Medium: SEARCH.medium, Low: 0 }

/** Least score, 0 to 1, of what is shown. */
export const minimumScore = ({ confidence }: Pick<SearchRequest, 'confidence'>): number =>
  LEAST_SCORE[confidence ?? 'Low']

/** Address of the page that answers a search. */
export function searchAddress(collectionId: string, asked: SearchRequest): string {
  const { query, types, image, similar, confidence, as_typed } = asked
  const search = new URLSearchParams()
  if (query) search.set('q', query)
  for (const type of types) search.append('options', type)
  if (image) search.set('img', image)
  if (similar) search.set('similar', namedFrame(similar))
  if (confidence) search.set('confidence', confidence)
  if (as_typed) search.set('as_typed', 'true')
  // A frame is as easy to read there as it is written elsewhere.
  return `/collections/${collectionId}/search?${String(search).replaceAll('%40', '@')}`
}

const CONFIDENCES = ['High', 'Medium', 'Low'] as const
const confidenceNamed = (text: string | null) => CONFIDENCES.find((confidence) => confidence === text)
const isSearchType = (text: string): text is SearchType => (SEARCH_TYPES as readonly string[]).includes(text)

/** Reads a frame; what is none is passed over. */
function readFrame(text: string | null): FramePlace | null {
  const [, video_id, time] = /^([\w-]+)@(\d+(?:\.\d+)?)$/.exec(text ?? '') ?? []
  return video_id && time ? { video_id, time: Number(time) } : null
}

/** Whether a request asks for anything. */
export const isBlank = ({ query, image, similar }: SearchRequest): boolean => query === '' && !image && !similar

/** Whether it asks by the look of something, which takes longer than words. */
export const isByLook = ({ image, similar }: SearchRequest): boolean => image !== null || !!similar

/** Reads what an address asks for; words that are no search type are passed over. */
export const readSearch = (search: URLSearchParams): SearchRequest => ({
  query: search.get('q')?.trim() ?? '',
  types: search.getAll('options').filter(isSearchType),
  image: search.get('img') || null,
  similar: readFrame(search.get('similar')),
  confidence: confidenceNamed(search.get('confidence')) ?? null,
  as_typed: search.get('as_typed') === 'true',
})
