// Without schemas, because the start page loads it.

/**
 * Who may make an account: anybody; people with an address of some domains; people who are invited; nobody. Invitations hold
 * in all but the last.
 */
export const SIGN_UP_MODES = ['open', 'domains', 'invited', 'closed'] as const
export interface SignUpRule {
  readonly mode: (typeof SIGN_UP_MODES)[number]
  /** Lower-case domains of `domains`, such as `example.org`; otherwise empty. */
  readonly domains: readonly string[]
}

/** A person on the team page. Without a name, the card describes a topic to meet about. */
export interface Founder {
  readonly name: string
  readonly role: string
  readonly about: string
  /** Address of the portrait. */
  readonly picture: string
}

/** Addresses of the portraits, in the order of the cards. */
export const PORTRAITS = ['/team/1', '/team/2'] as const

/** Cards of the team page when the settings name nobody: we invent no person. */
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

/** What every page embeds about this installation. Links are complete, so that pages drawn at build time can hold them. */
export interface PageFacts {
  /** Origin where people reach the product, without a trailing slash. */
  readonly origin: string
  /** False hides plans. */
  readonly billing: boolean
  /** False when the pages for visitors are switched off. */
  readonly public_pages: boolean
  readonly sign_up: SignUpRule
  /** Address of this installation's source code, or of the page that names a contact for it. */
  readonly source_href: string
  /** Where visitors book a meeting, or the contact page when no such address is set. */
  readonly booking_href: string
  readonly contact_email: string | null
  /** A mailto link to that address, or the contact page when none is set. */
  readonly contact_href: string
  /** Text of the link to `contact_href`. */
  readonly contact_text: string
  /** The two cards of the team page. */
  readonly founders: readonly Founder[]
}
