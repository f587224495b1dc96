import { afterAll } from 'vitest'
import type { openEvents } from './event-stream.ts'
import { startProduct } from './product.ts'
import { startTeam } from './team.ts'

/**
 * Starts two processes of one installation with two members of a company, and closes them after the tests of the file.
 * `beside` has its own pool and its own listening connection; `fresh` makes a video that the members may review.
 */
export async function startTwoProcesses() {
  const team = await startTeam()
  const { server, owner } = team
  const beside = await startProduct({ database_url: server.config.database_url, storage: server.storage })
  afterAll(async () => {
    await beside.close()
    await server.close()
  })
  const collection = await server.aCollection(owner, { kind: 'review' })
  return { ...team, beside, fresh: () => server.aVideo(owner, collection, { duration: 60 }) }
}

/** The names of the events that a stream has received. */
export const namesOf = ({ events }: Awaited<ReturnType<typeof openEvents>>) => events.map(({ event }) => event)
