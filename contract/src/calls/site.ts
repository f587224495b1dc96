import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What pages need to know of this installation before anybody has signed in. */
export const Site = z.object({
  /** False hides plans. */
  billing: z.boolean(),
  /** Whether payments are taken. */
  stripe: z.boolean(),
  /** Where a meeting is booked. */
  booking_url: z.nullable(z.string()),
  contact_email: z.nullable(z.string()),
  /** How mail leaves: by SMTP or into the outbox folder. */
  mail: z.enum(['smtp', 'outbox']),
})
export type Site = z.infer<typeof Site>

/** A person of the team page, or the work that somebody can be met about where no person is named. */
export interface Founder {
  readonly name: string
  readonly role: string
  readonly about: string
  /** Address of the portrait. */
  readonly picture: string
}

/** Addresses of the portraits that are set, in the order of the cards. */
export const PORTRAITS = ['/team/1', '/team/2'] as const

/** What the cards of the team page say where nobody is named: no person is invented. */
export const UNNAMED_FOUNDERS: readonly Founder[] = [
  {
    name: 'Product',
    role: 'Search and review',
    about: 'Bring a video and a question. We look for the answer together.',
    picture: '/team-product.svg',
  },
  {
    name: 'Engineering',
    role: 'Installation and models',
    about: 'Bring your machine and your network. We plan storage, models and back-ups.',
    picture: '/team-engineering.svg',
  },
]

/** The same, as it stands in every page: links are ready to be used, so that pages drawn at build time can hold them. */
export interface PageFacts {
  /** Where people reach the product, without a trailing slash. */
  readonly origin: string
  /** False hides plans. */
  readonly billing: boolean
  /** False where the pages for visitors are switched off. */
  readonly public_pages: boolean
  /** Address of the source code of this installation, or of the page that says whom to ask for it. */
  readonly source_href: string
  /** Where a meeting is booked; the page that says how to get in touch, when no such address is set. */
  readonly booking_href: string
  readonly contact_email: string | null
  /** Writes to that address; the page that says how to get in touch, when none is set. */
  readonly contact_href: string
  /** Words of the link to `contact_href`. */
  readonly contact_text: string
  /** The two cards of the team page. */
  readonly founders: readonly Founder[]
}

export const site = {
  get: endpoint({
    method: 'GET',
    path: '/api/site',
    access: 'public',
    tag: 'Site',
    summary: 'What this installation offers',
    response: Site,
  }),
}
