import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { ProductError } from '../errors.ts'
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
    handler: async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) =>
      await answerFile(
        request,
        reply,
        storage,
        addresses.read(request.params['*'], request.query as Record<string, unknown>),
      ),
  })

  app.post(UploadForms.path, { schema: { hide: true } }, async (request, reply) => {
    if (readiness?.ready === false) throw new ProductError('unavailable')
    await receiveUpload(request, { db, storage, forms })
    return reply.code(204).send()
  })
}
