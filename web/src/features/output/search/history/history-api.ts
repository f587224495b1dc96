import type { SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import { type PastSearch, searchHistory } from '@footnote/contract/nouns/output/search.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../../lib/calls/client.ts'

const KEY = ['search-history']

/** The user's latest and saved searches, newest first. */
export const historyQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(searchHistory.list, {}, signal)).searches,
  })

/**
 * Adds a search by words to the user's latest.
 * @param made false until the search has its answer
 * @returns the stored search; null until then
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
    // The search itself succeeded, so a missing entry in the history is only logged.
    onError: (error) => console.warn('search history', error),
  })
  const asked = types.join()
  useEffect(() => {
    const named = asked === '' ? [] : (asked.split(',') as SearchType[])
    if (made && query !== '') mutate({ index_id, query, types: named })
  }, [made, index_id, query, asked, mutate])
  return data && data.index_id === index_id && data.query === query ? data : null
}

/** Changes the list of past searches; resolves when the list shows the change. */
export function useHistoryChange<Change>(change: (what: Change) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (what: Change) => {
      await change(what)
      await queries.invalidateQueries({ queryKey: KEY })
    },
  })
}

/** Saves a search, or returns it to the latest. */
export const saveSearch = ({ id, saved }: Pick<PastSearch, 'id' | 'saved'>) =>
  call(searchHistory.save, { params: { id }, body: { saved } })

/** Deletes a search from the list. */
export const forgetSearch = (id: string) => call(searchHistory.forget, { params: { id } })

/** Restores deleted searches, the newest as the latest. */
export async function bringSearchesBack(searches: readonly PastSearch[]): Promise<void> {
  for (const { index_id, query, types, saved } of searches.toReversed()) {
    const { id } = await call(searchHistory.remember, { body: { index_id, query, types } })
    if (saved) await saveSearch({ id, saved })
  }
}

/** Deletes every search that is not saved. */
export const clearSearches = () => call(searchHistory.clear, {})
