import { SEARCH } from '@footnote/contract/limits.ts'
import { SEARCH_TYPES, type SearchType } from '@footnote/contract/search.ts'

/** What a search asks for, as the address of its page says it. */
export interface SearchRequest {
  readonly query: string
  /** Empty means all that the collection is searched by. */
  readonly types: readonly SearchType[]
  /** Address of a reference image, `local:` and a key for a file of this browser, or null. */
  readonly image: string | null
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
  const { query, types, image, confidence, as_typed } = asked
  const search = new URLSearchParams()
  if (query) search.set('q', query)
  for (const type of types) search.append('options', type)
  if (image) search.set('img', image)
  if (confidence) search.set('confidence', confidence)
  if (as_typed) search.set('as_typed', 'true')
  return `/collections/${collectionId}/search?${search}`
}

const CONFIDENCES = ['High', 'Medium', 'Low'] as const
const confidenceNamed = (text: string | null) => CONFIDENCES.find((confidence) => confidence === text)
const isSearchType = (text: string): text is SearchType => (SEARCH_TYPES as readonly string[]).includes(text)

/** Reads what an address asks for; words that are no search type are passed over. */
export const readSearch = (search: URLSearchParams): SearchRequest => ({
  query: search.get('q')?.trim() ?? '',
  types: search.getAll('options').filter(isSearchType),
  image: search.get('img') || null,
  confidence: confidenceNamed(search.get('confidence')) ?? null,
  as_typed: search.get('as_typed') === 'true',
})
