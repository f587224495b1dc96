import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PageFacts } from '@footnote/contract/calls/page-facts.ts'
import { withoutEnd } from '@footnote/contract/shared/text.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes everything that HTML reads as markup. */
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)

/** Replaces the placeholders of a built page with facts about this installation. */
export function writeFacts(page: string, facts: PageFacts): string {
  const values: Readonly<Record<string, string>> = {
    FACTS: JSON.stringify(facts),
    PUBLIC_PAGES: facts.public_pages ? 'on' : 'off',
    SIGN_UP: facts.sign_up.mode,
    SOURCE_HREF: facts.source_href,
    ORIGIN: facts.origin,
    BILLING: facts.billing ? 'on' : 'off',
    BOOKING_HREF: facts.booking_href,
    CONTACT_HREF: facts.contact_href,
    CONTACT_TEXT: facts.contact_text,
    ...founderWords(facts),
  }
  return page.replace(/__SITE_([A-Z0-9_]+?)__/g, (word, name: string) => {
    const value = values[name]
    return value === undefined ? word : escapeHtml(value)
  })
}

const founderWords = ({ founders }: PageFacts): Record<string, string> =>
  Object.fromEntries(
    founders.flatMap((founder, place) =>
      Object.entries(founder).map(([key, value]) => [`FOUNDER_${place + 1}_${key.toUpperCase()}`, value]),
    ),
  )

/** Normalises an address as the table of pages has it: without query string or trailing slash. */
export const addressOfPage = (url: string): string => withoutEnd(url.split('?')[0]!, '/') || '/'

/**
 * Reads the pages that the build rendered.
 * @param folder `web/dist/pages`
 * @returns each page by its address; without the prices when plans are hidden, and without the forms of accounts when not
 * everybody may sign up: then the web app renders them
 */
export async function readPages(folder: string, facts: PageFacts): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html')).sort()
  const pages = new Map<string, string>()
  for (const file of files) {
    const name = file.slice(0, -'.html'.length).split(path.sep).join('/')
    const address = name === 'index' ? '/' : `/${name}`
    if (address === '/pricing' && !facts.billing) continue
    if (['/login', '/signup'].includes(address) && facts.sign_up.mode !== 'open') continue
    pages.set(address, writeFacts(await readFile(path.join(folder, file), 'utf8'), facts))
  }
  return pages
}

/** Pages that account holders need: to sign in, to sign up, and to choose a plan. */
const NEEDED = ['/login', '/signup', '/pricing']

/**
 * Removes the pages that only visitors read.
 * @returns their addresses; the web app then renders the prices for signed-in people
 */
export function takeVisitorsPages(pages: Map<string, string>): Set<string> {
  const taken = new Set([...pages.keys()].filter((address) => !NEEDED.includes(address)))
  for (const address of [...taken, '/pricing']) pages.delete(address)
  return taken
}

/** A screen that the web app renders in the browser. */
interface Screen {
  /** Pattern of its addresses: a part that begins with a colon matches any one part. */
  readonly path: string
  /** Its initial HTML. */
  readonly page: string
}

/**
 * Reads the initial HTML of the screens.
 * @param file `web/dist/screens.json`
 * @returns a function that finds the page for an address; it returns undefined when no screen matches
 */
export async function readScreens(file: string, facts: PageFacts): Promise<(address: string) => string | undefined> {
  const screens = (JSON.parse(await readFile(file, 'utf8')) as Screen[]).map(({ path: pattern, page }) => ({
    pattern: pattern.split('/'),
    page: writeFacts(page, facts),
  }))
  return (address) => {
    const parts = address.split('/')
    return screens.find(({ pattern }) => fits(pattern, parts))?.page
  }
}

const fits = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, place) => (part.startsWith(':') ? parts[place] !== '' : parts[place] === part))
