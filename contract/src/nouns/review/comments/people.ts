import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id, optionalText } from '../../../calls/fields.ts'
import { TEXT } from '../../../shared/limits.ts'
import { MentionedPerson } from '../comments.ts'

/** A member whom comments on a video can mention. */
export const Mentionable = z.object({ ...MentionedPerson.shape, email: z.string() })
export type Mentionable = z.infer<typeof Mentionable>

export const people = endpointsOf('Comments', {
  list: {
    method: 'GET',
    path: '/api/quick-review/people/:video_id',
    access: 'user',
    summary: 'Members who can be mentioned in comments on a video',
    params: z.object({ video_id: Id }),
    /** The beginning of a first, last or whole name or of an address, apart from case and accents; all for none. */
    query: z.object({ query: optionalText(TEXT.name * 2 + 1) }),
    /** At most 8, by name, without the caller. */
    response: z.object({ people: z.array(Mentionable) }),
  },
})
