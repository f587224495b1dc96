import { type ModelState, models } from '@footnote/contract/nouns/library/indexing.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/calls/client.ts'

/** Milliseconds between two reads: during a download, and while a model is missing. */
const OFTEN = 2_000
const SELDOM = 60_000

function untilNextLook(states: readonly ModelState[]): number | false {
  if (states.some(({ state }) => state === 'downloading')) return OFTEN
  return states.every(({ state }) => state === 'ready') ? false : SELDOM
}

/** State of the models on the machines that index; only admins may read it. */
export const modelsQuery = () =>
  queryOptions({
    queryKey: ['models'],
    queryFn: async ({ signal }) => (await call(models.list, {}, signal)).models,
    refetchInterval: (query) => untilNextLook(query.state.data ?? []),
  })
