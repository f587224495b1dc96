import { hostname } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ModelState } from '@footnote/contract/nouns/indexing.ts'
import type { FastifyInstance } from 'fastify'
import { type BackgroundOptions, fetchInBackground } from '../engines/models/background.ts'
import type { Catalogue, ModelKind } from '../engines/models/catalogue/model.ts'
import { openModelStore } from '../engines/models.ts'
import { EnginePool } from '../engines/pool.ts'
import { engineName, languagesOf } from '../engines/registry.ts'
import { AccessTokens } from '../features/accounts/access.ts'
import { limitMails } from '../features/accounts/mail-limits.ts'
import { accountDataRoutes } from '../features/accounts/personal-data/data-routes.ts'
import { profileRoutes } from '../features/accounts/profile-routes.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import { countAttempts } from '../features/accounts/secrets/attempts.ts'
import { refuseCommon } from '../features/accounts/secrets/common-passwords.ts'
import { hashPassword } from '../features/accounts/secrets/passwords.ts'
import { apiKeyRoutes } from '../features/api-keys/routes.ts'
import { collectionRoutes } from '../features/collections/routes.ts'
import { commentRoutes } from '../features/comments/routes.ts'
import { CommentStreams } from '../features/comments/streams.ts'
import { companyRoutes } from '../features/companies/routes.ts'
import { askForModels } from '../features/indexing/models/ask-for-models.ts'
import { writeModelStates } from '../features/indexing/models/commands.ts'
import { modelRoutes } from '../features/indexing/models/routes.ts'
import { chosenEngines } from '../features/indexing/queries.ts'
import { reindexingRoutes } from '../features/indexing/routes.ts'
import { notificationRoutes } from '../features/notifications/routes.ts'
import { endSubscription } from '../features/plans/change-plan.ts'
import { openPayments } from '../features/plans/payments.ts'
import { subscriptionRoutes } from '../features/plans/routes.ts'
import { searchHistoryRoutes } from '../features/search/history/routes.ts'
import { matchRoutes } from '../features/search/routes.ts'
import { sharingRoutes } from '../features/sharing/routes.ts'
import { clipRoutes } from '../features/videos/clips/routes.ts'
import { videoRoutes } from '../features/videos/routes.ts'
import type { Config } from '../platform/config.ts'
import { decoderCheck } from '../platform/confinement/decoder-check.ts'
import type { Database } from '../platform/db/database.ts'
import { Notices } from '../platform/db/notices.ts'
import { type Mailer, openMailer } from '../platform/mail/mailer.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { openQueryAnalyser } from '../retrieval/concepts/query-analyser.ts'
import { followModels } from '../retrieval/vectors/follow-models.ts'
import { buildApp } from './http/app.ts'
import { serveFiles } from './http/files/files.ts'
import { healthRoute } from './http/health.ts'
import { siteRoute } from './http/site.ts'
import { identifyBy } from './http/viewer.ts'
import { serveWeb } from './http/web.ts'

/** Kinds of models that queries are embedded by. */
const QUERY_MODELS: readonly ModelKind[] = ['visual embedding', 'text embedding']

const WEB_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../web/dist')

export interface ApiDependencies {
  readonly config: Config
  readonly db: Database
  readonly storage: Storage
  /** The queue, once the database has been migrated; every call but health is answered 503 until then. */
  readonly opening: Promise<Queue>
  /** Folder of the built web app; the one that is built beside the server by default. */
  readonly web_folder?: string
  /** The models that there are; the product's by default. */
  readonly catalogue?: Catalogue
  /** Where mail goes; as the settings say by default. */
  readonly mailer?: Mailer
}

const NO_ANSWER = 'whether models are wanted could not be read'

/** Fetches models as a worker does, but asks nobody: workers do. @returns stops it */
function fetchWhenWanted(db: Database, options: BackgroundOptions, onFailure: (error: unknown) => void) {
  const fetching = fetchInBackground(options)
  const stopAsking = askForModels({ db, fetching, onFailure })
  return () => Promise.all([stopAsking(), fetching.stop()])
}

/** Starts listening. @returns ends it */
export async function startApi(dependencies: ApiDependencies): Promise<() => Promise<void>> {
  const { app, close } = await composeApi(dependencies)
  await app.listen({ port: dependencies.config.port, host: dependencies.config.host })
  return close
}

/** The whole API with every noun, not listening yet. */
export async function composeApi(
  dependencies: ApiDependencies,
): Promise<{ app: FastifyInstance; close: () => Promise<void> }> {
  const { config, db, storage, opening, web_folder = WEB_FOLDER, catalogue } = dependencies
  const tokens = new AccessTokens(config.secret_key)
  const readiness = { ready: false }
  const queue: Queue = { enqueue: async (...job) => (await opening).enqueue(...job) }
  const { app, route } = await buildApp({ config, identify: identifyBy(db, tokens), readiness })
  const mailer =
    dependencies.mailer ??
    openMailer({
      ...config,
      onFailure: (error) => app.log.error({ err: error }, 'mail could not be sent'),
      announce: (line) => process.stderr.write(`${line}\n`),
    })
  healthRoute(route, { db, storage, readiness, config, checks: [decoderCheck] })
  siteRoute(route, config)
  accountRoutes(route, { db, mailer, tokens, config })
  profileRoutes(route, { db, mailer, config })
  apiKeyRoutes(route, { db })
  searchHistoryRoutes(route, { db, config })
  const payments = config.stripe && config.billing ? await openPayments(config.stripe, config.public_url) : null
  const { call: countCall } = countAttempts(db, config.rate_limits)
  accountDataRoutes(route, { db, storage, queue, config, endPayments: (id) => endSubscription({ db, payments }, id) })
  const mails = limitMails(db, config.rate_limits)
  companyRoutes(route, { db, mailer, mails, queue, config, countCall, hashPassword, refuseCommon })
  collectionRoutes(route, { db, storage, queue, config })
  const speechLanguages = async () => languagesOf(await chosenEngines(db, 'speech'))
  videoRoutes(route, { db, storage, queue, config, speechLanguages })
  modelRoutes(route, { db })
  reindexingRoutes(route, { db, queue, engineName })
  clipRoutes(route, { db, queue, config })
  notificationRoutes(route, { db, storage, config })
  sharingRoutes(route, { db, config, storage })
  const notices = new Notices(config.database_url)
  const streams = new CommentStreams({ db, notices, config })
  commentRoutes(route, { db, config, queue, streams })
  const analyser = await openQueryAnalyser()
  const models = openModelStore(config.models, catalogue ? { catalogue } : {})
  const engines = await EnginePool.open({
    threads: 1,
    models,
    speech_model: config.speech_model,
    ocr_model: config.ocr_model,
  })
  const onFailure = (error: unknown) => app.log.error({ err: error }, 'a query could not be embedded')
  const following = followModels(engines, notices, onFailure)
  // A worker in this process fetches for both. Of several processes of a machine the first one does, and tells how far it is.
  const fetching = config.roles.includes('worker')
    ? null
    : {
        store: models,
        waits: config.download_models === 'ask',
        kinds: QUERY_MODELS,
        log: app.log,
        report: (states: readonly ModelState[]) => writeModelStates(db, hostname(), states),
        onFetched: following.look,
      }
  let stopFetching: (() => Promise<unknown>) | undefined
  matchRoutes(route, { db, storage, config, analyser, engines, onFailure })
  subscriptionRoutes(route, { db, payments, config })
  serveFiles(app, { db, storage, config, readiness })
  await serveWeb(app, web_folder, config)
  opening.then(
    () => {
      readiness.ready = true
      notices.start()
      analyser.warm().catch((error) => app.log.warn({ err: error }, 'the dictionary could not be loaded'))
      following.start()
      if (fetching) stopFetching = fetchWhenWanted(db, fetching, (error) => app.log.warn({ err: error }, NO_ANSWER))
    },
    () => undefined,
  )
  const close = async () => {
    readiness.ready = false
    following.stop()
    await stopFetching?.()
    streams.close()
    await app.close()
    await notices.close()
    await Promise.all([analyser.close(), engines.close()])
    await mailer.close()
  }
  return { app, close }
}
