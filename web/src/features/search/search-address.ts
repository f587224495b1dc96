import { SEARCH_TYPES, type SearchType } from '@footnote/contract/search.ts'

/** What a search asks for, as the address of its page says it. */
export interface SearchRequest {
  readonly query: string
  /** Empty means all that the collection is searched by. */
  readonly types: readonly SearchType[]
  /** Address of a reference image, `local:` and a key for a file of this browser, or null. */
  readonly image: string | null
}

/** Address of the page that answers a search. */
export function searchAddress(collectionId: string, { query, types, image }: SearchRequest): string {
  const search = new URLSearchParams()
  if (query) search.set('q', query)
  for (const type of types) search.append('options', type)
  if (image) search.set('img', image)
  return `/collections/${collectionId}/search?${search}`
}

const isSearchType = (text: string): text is SearchType => (SEARCH_TYPES as readonly string[]).includes(text)

/** Reads what an address asks for; words that are no search type are passed over. */
export const readSearch = (search: URLSearchParams): SearchRequest => ({
  query: search.get('q')?.trim() ?? '',
  types: search.getAll('options').filter(isSearchType),
  image: search.get('img') || null,
})
