import { type ModelState, models } from '@footnote/contract/nouns/indexing.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/calls/client.ts'

/** Between two looks while something is being downloaded, and while something is missing, in milliseconds. */
const OFTEN = 2_000
const SELDOM = 60_000

function untilNextLook(states: readonly ModelState[]): number | false {
  if (states.some(({ state }) => state === 'downloading')) return OFTEN
  return states.every(({ state }) => state === 'ready') ? false : SELDOM
}

/** What the machines that index have of the models; only admins may ask. */
export const modelsQuery = () =>
  queryOptions({
    queryKey: ['models'],
    queryFn: async ({ signal }) => (await call(models.list, {}, signal)).models,
    refetchInterval: (query) => untilNextLook(query.state.data ?? []),
  })
