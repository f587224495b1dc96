import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, requiredLines, Timestamp } from '../calls/fields.ts'
import { Message } from '../calls/problems.ts'
import { TEXT } from '../shared/limits.ts'
import { SEARCH_TYPES } from './search.ts'

const SearchTypes = z
  .array(z.enum(SEARCH_TYPES, { error: 'The search types are VISUAL, CONVERSATION and TEXT_IN_VIDEO' }))
  .check(z.maxLength(SEARCH_TYPES.length, 'Name each search type once'))

/** A search that a person made, and may make again. */
export const PastSearch = z.object({
  id: z.string(),
  /** Of a collection, or `ALL_COLLECTIONS`. */
  index_id: z.string(),
  /** Null where all were searched. */
  collection_name: z.nullable(z.string()),
  query: z.string(),
  /** Empty where all were asked for. */
  types: z.array(z.enum(SEARCH_TYPES)),
  saved: z.boolean(),
  searched_at: Timestamp,
})
export type PastSearch = z.infer<typeof PastSearch>

const tag = 'Search'
export const searchHistory = {
  list: endpoint({
    method: 'GET',
    path: '/api/search_history',
    access: 'session',
    tag,
    summary: 'One’s own latest and saved searches, newest first',
    response: z.object({ searches: z.array(PastSearch) }),
  }),
  remember: endpoint({
    method: 'POST',
    path: '/api/search_history',
    access: 'session',
    tag,
    summary: 'Keep a search that was made among one’s latest',
    body: z.object({
      /** Of a collection, or `ALL_COLLECTIONS`. */
      index_id: Id,
      query: requiredLines('A query is required', TEXT.query),
      types: z._default(SearchTypes, []),
    }),
    response: PastSearch,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/search_history/:id/save',
    access: 'session',
    tag,
    summary: 'Save a search, or let it be one of the latest again',
    params: z.object({ id: Id }),
    body: z.object({ saved: z.boolean({ error: 'Say whether the search is saved' }) }),
    response: PastSearch,
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/api/search_history/:id',
    access: 'session',
    tag,
    summary: 'Forget a search',
    params: z.object({ id: Id }),
    response: Message,
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/search_history',
    access: 'session',
    tag,
    summary: 'Forget every search that is not saved',
    response: Message,
  }),
}
