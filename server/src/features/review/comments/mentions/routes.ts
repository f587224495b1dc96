import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Route } from '../../../../platform/route.ts'
import type { Services } from '../../../services.ts'
import { readDiscussion } from '../queries.ts'
import { listMentionable } from './queries.ts'

/** Serves the members whom comments on a video can mention. */
export function mentionRoutes(route: Route, { db }: Pick<Services, 'db'>): void {
  route(endpoints.people.list, async ({ params, query, viewer }) => {
    const { company_id } = await readDiscussion(db, viewer, params.video_id)
    return { people: await listMentionable(db, { company_id, user_id: viewer.user_id }, query.query ?? '') }
  })
}
