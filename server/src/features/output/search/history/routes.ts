import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { PastSearch } from '@footnote/contract/nouns/output/search.ts'
import { ALL_COLLECTIONS } from '@footnote/contract/nouns/output/search.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { Route } from '../../../../platform/route.ts'
import { readCollection } from '../../../library/collections/queries.ts'
import type { Services } from '../../../services.ts'
import { clearSearches, forgetSearch, rememberSearch, saveSearch } from './commands.ts'
import { listSearches, type PastSearchRow } from './queries.ts'

const present = (row: PastSearchRow): PastSearch => ({
  id: row.id,
  index_id: row.collection_id ?? ALL_COLLECTIONS,
  collection_name: row.collection_name,
  query: row.query,
  types: row.types,
  saved: row.saved,
  searched_at: row.searched_at.toISOString(),
})

/** Serves a person's own searches. Nobody else can reach them, not even admins. */
export function searchHistoryRoutes(route: Route, { db, config }: Pick<Services, 'db' | 'config'>): void {
  const { searchHistory } = endpoints

  route(searchHistory.list, async ({ viewer }) => ({
    searches: (await listSearches(db, viewer, config.billing)).map(present),
  }))

  route(searchHistory.remember, async ({ body, viewer }) => {
    const everywhere = body.index_id === ALL_COLLECTIONS
    const collection_id = everywhere ? null : (await readCollection(db, viewer, body.index_id)).id
    return present(await rememberSearch(db, viewer.user_id, { ...body, collection_id }))
  })

  route(searchHistory.save, async ({ params, body, viewer }) =>
    present(await saveSearch(db, viewer, params.id, body.saved)),
  )

  route(searchHistory.forget, async ({ params, viewer }) => {
    if (!(await forgetSearch(db, viewer.user_id, params.id))) throw new ProductError('not_found')
    return { message: 'The search is forgotten' }
  })

  route(searchHistory.clear, async ({ viewer }) => {
    await clearSearches(db, viewer.user_id)
    return { message: 'Your latest searches are forgotten' }
  })
}
