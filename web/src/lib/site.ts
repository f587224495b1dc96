import { type PageFacts, UNNAMED_FOUNDERS } from '@footnote/contract/calls/page-facts.ts'

/** Placeholders in a page that is drawn at build time. The server replaces each one when it answers. */
const AT_BUILD: PageFacts = {
  origin: '__SITE_ORIGIN__',
  billing: true,
  public_pages: true,
  sign_up: { mode: 'open', domains: [] },
  source_href: '__SITE_SOURCE_HREF__',
  booking_href: '__SITE_BOOKING_HREF__',
  contact_email: null,
  contact_href: '__SITE_CONTACT_HREF__',
  contact_text: '__SITE_CONTACT_TEXT__',
  founders: [1, 2].map((place) => ({
    name: `__SITE_FOUNDER_${place}_NAME__`,
    role: `__SITE_FOUNDER_${place}_ROLE__`,
    about: `__SITE_FOUNDER_${place}_ABOUT__`,
    picture: `__SITE_FOUNDER_${place}_PICTURE__`,
  })),
}

/** Defaults of the development server and of tests, where no server writes the facts into the page. */
const unknown = (): PageFacts => ({
  origin: window.location.origin,
  billing: true,
  public_pages: true,
  sign_up: { mode: 'open', domains: [] },
  source_href: '/source',
  booking_href: '/onboarding',
  contact_email: null,
  contact_href: '/about',
  contact_text: 'the person who runs this installation',
  founders: UNNAMED_FOUNDERS,
})

let known: PageFacts | null = null

/** Facts about this installation. The server's page and the browser read the same ones, so that hydration matches. */
export function siteFacts(): PageFacts {
  if (typeof document === 'undefined') return AT_BUILD
  const written = document.querySelector<HTMLMetaElement>('meta[name="site"]')?.content
  known ??= written?.startsWith('{') ? (JSON.parse(written) as PageFacts) : unknown()
  return known
}
