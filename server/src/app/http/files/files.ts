import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../../features/services.ts'
import { ProductError } from '../../../platform/errors.ts'
import { FileAddresses } from '../../../platform/storage/file-addresses.ts'
import { UploadForms } from '../../../platform/storage/upload-forms.ts'
import { type Readiness, waitForStart } from '../health.ts'
import { FileAccess } from './file-access.ts'
import { answerFile } from './file-answer.ts'
import { receiveUpload } from './upload.ts'

/** Serves signed addresses of users' files, and the upload form. Neither needs a bearer token. */
export function serveFiles(
  app: FastifyInstance,
  { db, storage, config }: Pick<Services, 'db' | 'storage' | 'config'>,
  readiness: Readiness,
): void {
  const addresses = new FileAddresses(config.secret_key)
  const forms = new UploadForms(config.secret_key)
  const access = new FileAccess(db)

  app.route({
    method: ['GET', 'HEAD'],
    url: `${FileAddresses.path}*`,
    schema: { hide: true },
    handler: async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const file = addresses.read(request.params['*'], request.query as Record<string, unknown>)
      await access.check(file)
      endWith(reply, () => access.check(file))
      return await answerFile(request, reply, storage, file)
    },
  })

  app.post(UploadForms.path, { schema: { hide: true } }, async (request, reply) => {
    await waitForStart(readiness)
    await receiveUpload(request, { db, storage, config }, forms)
    return reply.code(204).send()
  })
}

/** Milliseconds between two checks whether a running answer may continue. */
const CHECK = 5_000

/** Ends a running answer when its address stops being valid. */
function endWith(reply: FastifyReply, check: () => Promise<void>): void {
  // The client may have disconnected during the lookup: no 'close' event would then stop the timer.
  if (reply.raw.destroyed) return
  const timer = setInterval(async () => {
    // A failed lookup interrupts nobody.
    const refused = await check().then(
      () => false,
      (error) => error instanceof ProductError,
    )
    if (refused) reply.raw.destroy()
  }, CHECK)
  reply.raw.once('close', () => clearInterval(timer))
}
