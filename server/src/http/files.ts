import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { ProductError } from '../errors.ts'
import { findOpenLink } from '../sharing/queries.ts'
import { FileAddresses } from '../storage/file-addresses.ts'
import type { Storage } from '../storage/storage.ts'
import { UploadForms } from '../storage/upload-forms.ts'
import { answerFile } from './file-answer.ts'
import type { Readiness } from './health.ts'
import { receiveUpload } from './upload.ts'

export interface FileDependencies {
  readonly db: Database
  readonly storage: Storage
  readonly config: Pick<Config, 'secret_key'>
  readonly readiness?: Readiness
}

/** Users' own bytes: signed addresses to fetch them from, and the form that takes them in. Neither needs a bearer token. */
export function serveFiles(app: FastifyInstance, { db, storage, config, readiness }: FileDependencies): void {
  const addresses = new FileAddresses(config.secret_key)
  const forms = new UploadForms(config.secret_key)

  app.route({
    method: ['GET', 'HEAD'],
    url: `${FileAddresses.path}*`,
    schema: { hide: true },
    handler: async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const file = addresses.read(request.params['*'], request.query as Record<string, unknown>)
      if (file.link_id !== null) await boundToLink(reply, db, file.link_id)
      return await answerFile(request, reply, storage, file)
    },
  })

  app.post(UploadForms.path, { schema: { hide: true } }, async (request, reply) => {
    if (readiness?.ready === false) throw new ProductError('unavailable')
    await receiveUpload(request, { db, storage, forms })
    return reply.code(204).send()
  })
}

/** How often the link of an answer that is still on its way is looked at, in milliseconds. */
const LINK_CHECK = 10_000

/** Ends the answer when its share link ends. @throws ProductError invalid_share_token when it has ended already */
async function boundToLink(reply: FastifyReply, db: Database, linkId: string): Promise<void> {
  if (!(await findOpenLink(db, { id: linkId }))) throw new ProductError('invalid_share_token')
  // Who left while the link was looked up has closed the answer already, and no close would end the timer.
  if (reply.raw.destroyed) return
  const timer = setInterval(async () => {
    const link = await findOpenLink(db, { id: linkId }).catch(() => 'unknown')
    if (!link) reply.raw.destroy()
  }, LINK_CHECK)
  reply.raw.once('close', () => clearInterval(timer))
}
