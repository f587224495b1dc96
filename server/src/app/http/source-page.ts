import type { PageFacts } from '@footnote/contract/calls/site.ts'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from './public-pages.ts'

/** Target of the link 'Source code' when the settings name no repository. */
export const SOURCE_PAGE = '/source'

/** Serves a page that names the contact for the source code: section 13 of the licence entitles every user to it. */
export function serveSourcePage(app: FastifyInstance, { source_href, contact_email, contact_text }: PageFacts): void {
  app.get(SOURCE_PAGE, { schema: { hide: true } }, (_, reply) => {
    if (source_href !== SOURCE_PAGE) return reply.redirect(source_href)
    const whom = escapeHtml(contact_text)
    const asked = contact_email ? `<a href="mailto:${escapeHtml(contact_email)}">${whom}</a>` : whom
    return reply.type('text/html; charset=utf-8').send(pageFor(asked))
  })
}

/** @param asked the contact, as HTML */
const pageFor = (asked: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Source code | Footnote</title>
<main><h1>Source code</h1>
<p>Footnote is free software under the GNU Affero General Public License, version 3 or later. Everybody who uses this
installation has a right to its source code.</p>
<p>To get it, ask ${asked}.</p>
<p><a href="https://www.gnu.org/licenses/agpl-3.0.html">Read the licence</a></p>
</main></html>
`
