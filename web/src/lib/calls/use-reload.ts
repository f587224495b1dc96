import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Reads visible queries again, and others when they are next shown. @param keys beginnings of their keys */
export function useReload(...keys: readonly QueryKey[]): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
