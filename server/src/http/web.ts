import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ProductError } from '../errors.ts'

/** Stands in the built pages where a page's own nonce belongs. */
const NONCE = /__CSP_NONCE__/g

/**
 * Serves the built web app: its assets for ever, since their names change with their content, and its page for every
 * address that is not the API's.
 * @param folder `web/dist`
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.{html,gz}'],
    // The build leaves a compressed copy beside each text.
    preCompressed: true,
    setHeaders: (reply, file) => {
      const forEver = file.startsWith(path.join(folder, 'assets') + path.sep)
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|assets)(\/|$)/.test(request.url.split('?')[0]!)) throw new ProductError('not_found')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replace(NONCE, reply.cspNonce.style))
  })
}
