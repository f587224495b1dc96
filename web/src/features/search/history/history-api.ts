import type { SearchType } from '@footnote/contract/nouns/search.ts'
import { type PastSearch, searchHistory } from '@footnote/contract/nouns/search.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/calls/client.ts'

const KEY = ['search-history']

/** The person's own latest and saved searches, newest first. */
export const historyQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(searchHistory.list, {}, signal)).searches,
  })

/**
 * Keeps a search that was made by words among the person's latest.
 * @param made false until it has been answered
 * @returns it as it is kept; null until then
 */
export function useRememberSearch(
  index_id: string,
  { query, types }: { query: string; types: readonly SearchType[] },
  made: boolean,
): PastSearch | null {
  const queries = useQueryClient()
  const { mutate, data } = useMutation({
    mutationFn: (body: { index_id: string; query: string; types: SearchType[] }) =>
      call(searchHistory.remember, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
    // The search itself has its answer: a list of past ones may lack it.
    onError: (error) => console.warn('search history', error),
  })
  const asked = types.join()
  useEffect(() => {
    const named = asked === '' ? [] : (asked.split(',') as SearchType[])
    if (made && query !== '') mutate({ index_id, query, types: named })
  }, [made, index_id, query, asked, mutate])
  return data && data.index_id === index_id && data.query === query ? data : null
}

/** Changes the list of past searches; resolves when it shows that. */
export function useHistoryChange<Change>(change: (what: Change) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (what: Change) => {
      await change(what)
      await queries.invalidateQueries({ queryKey: KEY })
    },
  })
}

/** Saves a search, or lets it be one of the latest again. */
export const saveSearch = ({ id, saved }: Pick<PastSearch, 'id' | 'saved'>) =>
  call(searchHistory.save, { params: { id }, body: { saved } })

/** Forgets a search. */
export const forgetSearch = (id: string) => call(searchHistory.forget, { params: { id } })

/** Keeps searches again that were forgotten, the newest as the latest. */
export async function bringSearchesBack(searches: readonly PastSearch[]): Promise<void> {
  for (const { index_id, query, types, saved } of searches.toReversed()) {
    const { id } = await call(searchHistory.remember, { body: { index_id, query, types } })
    if (saved) await saveSearch({ id, saved })
  }
}

/** Forgets every search that is not saved. */
export const clearSearches = () => call(searchHistory.clear, {})
