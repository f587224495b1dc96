import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { PageFacts } from '@footnote/contract/calls/page-facts.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { ProductError } from '../../platform/errors.ts'
import { addressOfPage, readPages, readScreens, takeVisitorsPages, writeFacts } from './public-pages.ts'
import { foundersOf, servePortraits } from './team.ts'

/** Address of the screen that names the contact for the source code, when the settings name no repository. */
const SOURCE_SCREEN = '/source'

/** Placeholder in the built pages for the nonce of each answer. */
const NONCE = /__CSP_NONCE__/g
/** The placeholder within a script tag: scripts and styles have different nonces. */
const SCRIPT_NONCE = /(<script [^<>]*?)__CSP_NONCE__/g
const compress = promisify(gzip)

type Settings = Pick<
  Config,
  'public_url' | 'billing' | 'public_pages' | 'sign_up' | 'source_url' | 'booking_url' | 'contact_email' | 'founders'
>

/** The facts of this installation that pages contain. */
const pageFacts = ({ public_url, billing, public_pages, sign_up, source_url, ...more }: Settings): PageFacts => ({
  origin: public_url,
  billing,
  public_pages,
  sign_up,
  source_href: source_url ?? SOURCE_SCREEN,
  ...contactFacts({ public_pages, ...more }),
})

const contactFacts = ({
  public_pages,
  booking_url,
  contact_email,
  founders,
}: Pick<Settings, 'public_pages' | 'booking_url' | 'contact_email' | 'founders'>) => ({
  booking_href: booking_url ?? '/onboarding',
  contact_email,
  contact_href: contact_email ? `mailto:${contact_email}` : public_pages ? '/about' : '/onboarding',
  contact_text: contact_email ?? 'the person who runs this installation',
  founders: foundersOf(founders),
})

/**
 * Headers that only matter for documents, and headers for revalidation: immutable assets need neither. On three dozen
 * small files these headers were a tenth of all bytes.
 */
const IDLE = [
  'accept-ranges',
  'cross-origin-resource-policy',
  'etag',
  'last-modified',
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'strict-transport-security',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/**
 * Serves the built web app. Assets are cached for ever, since their names change with their content. Public pages are
 * answered as the build rendered them. Every other address outside the API gets the initial page of its screen.
 * @param folder `web/dist`
 */
export async function serveWeb(app: FastifyInstance, folder: string, settings: Settings): Promise<void> {
  const facts = pageFacts(settings)
  const shell = writeFacts(await readFile(path.join(folder, 'index.html'), 'utf8'), facts)
  const pages = await readPages(path.join(folder, 'pages'), facts)
  const screenAt = await readScreens(path.join(folder, 'screens.json'), facts)
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.{html,gz}', 'screens.json'],
    // The build writes a compressed copy of each text file.
    preCompressed: true,
    setHeaders: (reply, file) => {
      const forEver = file.startsWith(path.join(folder, 'assets') + path.sep)
      reply.header('cache-control', forEver ? 'max-age=31536000, immutable' : 'max-age=3600')
      if (forEver) for (const name of IDLE) reply.removeHeader(name)
    },
  })
  await servePortraits(app, settings.founders)
  const { source_href } = facts
  if (source_href !== SOURCE_SCREEN)
    app.get(SOURCE_SCREEN, { schema: { hide: true } }, (_, reply) => reply.redirect(source_href))
  const off = facts.public_pages ? new Set<string>() : takeVisitorsPages(pages)
  serveMap(app, settings.public_url, [...pages.keys()])
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|assets)(\/|$)/.test(request.url.split('?')[0]!)) throw new ProductError('not_found')
    const address = addressOfPage(request.url)
    if (address === '/' && !facts.public_pages) return reply.redirect('/login')
    if (off.has(address)) reply.code(404)
    return sendPage(request, reply, pages.get(address) ?? screenAt(address) ?? shell)
  })
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const { script, style } = reply.cspNonce
  const html = page.replace(SCRIPT_NONCE, `$1${script}`).replace(NONCE, style)
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('vary', 'accept-encoding')
  // Each answer has its own nonce, so it cannot be compressed in advance; a page takes about a millisecond.
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(await compress(html))
}

/** Serves robots.txt and the sitemap for search engines. */
function serveMap(app: FastifyInstance, origin: string, paths: readonly string[]): void {
  const entries = paths.map((address) => `<url><loc>${encodeURI(origin + address)}</loc></url>`).join('')
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
  const robots = `User-agent: *\nDisallow: /api/\nDisallow: /files/\nDisallow: /shared/\nDisallow: /send/\nSitemap: ${origin}/sitemap.xml\n`
  app.get('/sitemap.xml', { schema: { hide: true } }, (_, reply) => reply.type('application/xml').send(sitemap))
  app.get('/robots.txt', { schema: { hide: true } }, (_, reply) => reply.type('text/plain').send(robots))
}
