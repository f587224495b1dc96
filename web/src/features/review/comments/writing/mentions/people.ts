import { type Mentionable, people } from '@footnote/contract/nouns/review/comments/people.ts'
import { call } from '../../../../../lib/calls/client.ts'

/** Members who can be mentioned on a video, by the beginning of a name or an address. */
export const findPeople = async (video_id: string, query: string, signal: AbortSignal): Promise<Mentionable[]> =>
  (await call(people.list, { params: { video_id }, query: { query } }, signal)).people
