import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { afterAll } from 'vitest'
import { startProduct } from './product.ts'

/**
 * Starts the product with two members of a company on that plan, and a member of another company. The test closes the
 * server.
 */
export async function startTeam(plan: PlanType = 'TEAM') {
  const server = await startProduct()
  return { server, ...(await server.people(plan)) }
}

/** A team with a video to review, a link to watch it, and a guest who may comment; for all tests of a file. */
export async function startDiscussion() {
  const team = await startTeam()
  const { server, owner } = team
  afterAll(() => server.close())
  const collection = await server.aCollection(owner, { kind: 'review' })
  const video = await server.aVideo(owner, collection, { duration: 60 })
  const viewerLink = await server.aLink(owner, video, 'viewer')
  const guest = { ...(await server.aLink(owner, video)), guest_key: 'key of the first guest' }
  return { ...team, collection, video, viewerLink, guest }
}
