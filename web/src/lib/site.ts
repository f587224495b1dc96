import type { PageFacts } from '@footnote/contract/site.ts'

/** What a page that is drawn at build time has in place of the facts; the server puts each one there as it answers. */
const AT_BUILD: PageFacts = {
  origin: '__SITE_ORIGIN__',
  billing: true,
  booking_href: '__SITE_BOOKING_HREF__',
  contact_email: null,
  contact_href: '__SITE_CONTACT_HREF__',
  contact_text: '__SITE_CONTACT_TEXT__',
}

/** What holds where no server wrote anything: in the development server and in tests. */
const unknown = (): PageFacts => ({
  origin: window.location.origin,
  billing: true,
  booking_href: '/onboarding',
  contact_email: null,
  contact_href: '/about',
  contact_text: 'the person who runs this installation',
})

let known: PageFacts | null = null

/** The facts of this installation; the same on the server's page and in the browser, so that a page can be hydrated. */
export function siteFacts(): PageFacts {
  if (typeof document === 'undefined') return AT_BUILD
  const written = document.querySelector<HTMLMetaElement>('meta[name="site"]')?.content
  known ??= written?.startsWith('{') ? (JSON.parse(written) as PageFacts) : unknown()
  return known
}
