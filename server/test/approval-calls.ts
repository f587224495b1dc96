import type { Verdict } from '@footnote/contract/shared/review-status.ts'
import type { Person, Sender } from '../../seed/rows/senders.ts'
import type { Product } from './product.ts'

/** The calls of approvals, and what they need. */
export function approvalCalls(server: Product, owner: Person, collection: string) {
  const aVideo = (who: Person | null = owner, where = collection, values: object = {}) =>
    server.aVideo(who, where, { duration: 10, ...values })
  const get = (video: string, who?: Sender) => server.get(`/api/quick-review/approvals/${video}`, who)
  return {
    /** Makes a video that plays. */
    aVideo,
    /** Makes the next version of a video, which plays. */
    async aVersionOf(video: string, who: Person = owner): Promise<string> {
      const { stack_id, version } = await server.db
        .selectFrom('videos')
        .select(['stack_id', 'version'])
        .where('id', '=', video)
        .executeTakeFirstOrThrow()
      await server.db
        .updateTable('stacks')
        .set({ last_version: version + 1 })
        .where('id', '=', stack_id)
        .execute()
      return await aVideo(who, collection, { stack_id, version: version + 1 })
    },
    get,
    decide: (video: string, verdict: Verdict, who?: Sender, more: object = {}) =>
      server.post(`/api/quick-review/verdict/${video}`, { verdict, ...more }, who),
    set: (video: string, review_status: string, who?: Sender) =>
      server.post(`/api/quick-review/review-status/${video}`, { review_status }, who),
    /** Asks members for verdicts, in place of those who were asked. */
    request: (video: string, people: readonly Person[], who?: Sender, more: object = {}) =>
      server.put(
        `/api/quick-review/approvals/${video}`,
        { reviewers: people.map(({ id }) => ({ user_id: id })), ...more },
        who,
      ),
    log: (video: string, who?: Sender) => server.get(`/api/quick-review/review-log/${video}`, who),
    statusOf: async (video: string, who: Sender = owner): Promise<string> => (await get(video, who)).json.review_status,
  }
}
