import { hostname } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HealthCheck } from '@footnote/contract/calls/health.ts'
import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { type BackgroundOptions, fetchInBackground } from '../engines/models/background.ts'
import type { ModelKind } from '../engines/models/catalogue/model.ts'
import { AccessTokens } from '../features/identity/accounts/access.ts'
import { profileRoutes } from '../features/identity/accounts/profile-routes.ts'
import { accountRoutes } from '../features/identity/accounts/routes.ts'
import { apiKeyRoutes } from '../features/identity/api-keys/routes.ts'
import { companyRoutes } from '../features/identity/companies/routes.ts'
import { planRoutes } from '../features/identity/plans/routes.ts'
import { collectionRoutes } from '../features/library/collections/routes.ts'
import { askForModels } from '../features/library/indexing/models/ask-for-models.ts'
import { writeModelStates } from '../features/library/indexing/models/commands.ts'
import { modelRoutes } from '../features/library/indexing/models/routes.ts'
import { indexingRoutes } from '../features/library/indexing/routes.ts'
import { transcriptRoutes } from '../features/library/transcripts/routes.ts'
import { uploadRoutes } from '../features/library/uploads/routes.ts'
import { versionRoutes } from '../features/library/versions/routes.ts'
import { clipRoutes } from '../features/library/videos/clips/routes.ts'
import { lightCopyRoutes } from '../features/library/videos/light/routes.ts'
import { videoRoutes } from '../features/library/videos/routes.ts'
import { storyboardRoutes } from '../features/library/videos/storyboards/routes.ts'
import { matchListRoutes } from '../features/output/exports/match-routes.ts'
import { exportRoutes } from '../features/output/exports/routes.ts'
import { selectsExportRoutes } from '../features/output/exports/selects/routes.ts'
import { importRoutes } from '../features/output/imports/routes.ts'
import { searchHistoryRoutes } from '../features/output/search/history/routes.ts'
import { searchRoutes } from '../features/output/search/routes.ts'
import { deletionPreviewRoutes } from '../features/output/selects/deletion-preview-routes.ts'
import { selectsRenderRoutes } from '../features/output/selects/render/routes.ts'
import { selectsRoutes } from '../features/output/selects/routes.ts'
import { stillRoutes } from '../features/output/stills/routes.ts'
import { accountDataRoutes } from '../features/personal/account-data/routes.ts'
import { inboxRoutes } from '../features/personal/inbox/routes.ts'
import { approvalRoutes } from '../features/review/approvals/routes.ts'
import { matchCommentRoutes } from '../features/review/comments/from-matches/routes.ts'
import { mentionRoutes } from '../features/review/comments/mentions/routes.ts'
import { commentRoutes } from '../features/review/comments/routes.ts'
import { liveRoutes } from '../features/review/live/routes.ts'
import { BoxDoor } from '../features/review/sharing/box/commands.ts'
import { boxRoutes } from '../features/review/sharing/box/routes.ts'
import { guestMailRoutes } from '../features/review/sharing/guest-mails/routes.ts'
import { linkRoutes } from '../features/review/sharing/links/routes.ts'
import { sharingRoutes } from '../features/review/sharing/routes.ts'
import { sharedVideoRoutes } from '../features/review/sharing/shared-video-routes.ts'
import { Doorkeeper } from '../features/review/sharing/unlock/doorkeeper.ts'
import type { Services } from '../features/services.ts'
import { type Config, openToStrangers } from '../platform/config.ts'
import { decoderCheck } from '../platform/confinement/decoder-check.ts'
import type { OutageLog } from '../platform/db/connections.ts'
import { openLines } from '../platform/log-lines.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Route } from '../platform/route.ts'
import { followModels } from '../retrieval/vectors/follow-models.ts'
import { CallThreads } from './call-threads/call-threads.ts'
import { buildApp } from './http/app.ts'
import { serveFiles } from './http/files/files.ts'
import { healthRoute, openHealthDatabase } from './http/health.ts'
import { siteRoute } from './http/site.ts'
import { serveTus } from './http/tus/serve-tus.ts'
import { identifyBy } from './http/viewer.ts'
import { serveWeb } from './http/web.ts'
import { type BaseServices, openServices } from './services.ts'
import { heldSockets, listenBeside } from './supervisor/network.ts'

/** Models that embed queries. */
const QUERY_MODELS: readonly ModelKind[] = ['visual embedding', 'text embedding']

const WEB_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../web/dist')

export interface ApiOptions extends Omit<BaseServices, 'queue' | 'log'> {
  /** The job queue, ready once the database is migrated. Until then every call except health answers 503. */
  readonly opening: Promise<Queue>
  /** Reports the loss of the database on health's connection, as `db` does on its own; nowhere by default. */
  readonly outages?: OutageLog
  /** Folder of the built web app; `web/dist` by default. */
  readonly web_folder?: string
}

const NO_ANSWER = 'the choice whether to fetch models could not be read'

/**
 * Fetches models as a worker does, but asks nobody at a terminal: only workers ask.
 * @returns a function that stops it
 */
function fetchWhenWanted({ db, log }: Pick<Services, 'db' | 'log'>, options: BackgroundOptions) {
  const fetching = fetchInBackground(options)
  const onFailure = (error: unknown) => log.warn({ err: error }, NO_ANSWER)
  const stopAsking = askForModels({ db, fetching, onFailure })
  return () => Promise.all([stopAsking(), fetching.stop()])
}

/** Warns that strangers may make accounts, unless somebody chose that. */
function signUpCheck(config: Services['config']): HealthCheck {
  const sentence = config.sign_up_set ? '' : openToStrangers(config)
  return { name: 'sign_up', state: sentence ? 'warn' : 'ok', sentence }
}

/** Starts listening. @returns a function that stops the API */
export async function startApi(options: ApiOptions): Promise<() => Promise<void>> {
  const { app, threads, close } = await composeApi(options)
  await listen(app, options.config)
  options.opening.then(() => threads.warm()).catch(() => undefined)
  return close
}

/** Listens on the sockets that a supervisor holds, where connections wait while no API runs; without one, on the port. */
async function listen(app: FastifyInstance, { port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const [first, ...others] = heldSockets(process.env)
  if (first === undefined) return void (await app.listen({ port, host }))
  // Fastify opens further addresses of a name, but not of an address.
  const on_first: FastifyListenOptions & { readonly fd: number } = { fd: first, host: '127.0.0.1' }
  await app.listen(on_first)
  for (const fd of others) listenBeside(app.server, fd)
}

/** Adds the calls of every noun. @returns the open event streams; close them before the server */
function serveNouns(route: Route, services: Services): ReturnType<typeof liveRoutes> {
  accountRoutes(route, services)
  profileRoutes(route, services)
  accountDataRoutes(route, services)
  apiKeyRoutes(route, services)
  companyRoutes(route, services)
  planRoutes(route, services)
  collectionRoutes(route, services)
  videoRoutes(route, services)
  lightCopyRoutes(route, services)
  storyboardRoutes(route, services)
  uploadRoutes(route, services)
  clipRoutes(route, services)
  versionRoutes(route, services)
  approvalRoutes(route, services)
  exportRoutes(route, services)
  matchListRoutes(route, services)
  importRoutes(route, services)
  selectsExportRoutes(route, services)
  searchRoutes(route, services)
  matchCommentRoutes(route, services)
  searchHistoryRoutes(route, services)
  selectsRoutes(route, services)
  selectsRenderRoutes(route, services)
  sharingRoutes(route, services)
  guestMailRoutes(route, services)
  linkRoutes(route, services)
  boxRoutes(route, services)
  sharedVideoRoutes(route, services)
  stillRoutes(route, services)
  transcriptRoutes(route, services)
  inboxRoutes(route, services)
  modelRoutes(route, services)
  indexingRoutes(route, services)
  commentRoutes(route, services)
  mentionRoutes(route, services)
  deletionPreviewRoutes(route, services)
  return liveRoutes(route, services)
}

/** Builds the whole API with every noun. It does not listen yet. */
export async function composeApi({
  opening,
  web_folder = WEB_FOLDER,
  outages,
  ...given
}: ApiOptions): Promise<{ app: FastifyInstance; threads: CallThreads; close: () => Promise<void> }> {
  const { config, db, storage } = given
  const started = Promise.withResolvers<void>()
  const readiness = { ready: false, opened: started.promise }
  const queue: Queue = { enqueue: async (...job) => (await opening).enqueue(...job) }
  const identify = identifyBy(db, new AccessTokens(config.secret_key), new Doorkeeper({ db, config }))
  const { app, route } = await buildApp({ config, identify, readiness, log: openLines(config.log_pretty) })
  const {
    services,
    models,
    close: closeServices,
  } = await openServices({
    ...given,
    queue,
    log: app.log,
    isOpen: () => readiness.ready,
  })
  const { pool, channels } = services
  const health_db = openHealthDatabase(config.database_url, outages)
  const checks = [() => decoderCheck(services.work_dir), () => signUpCheck(config)]
  healthRoute(route, { db: health_db, storage, readiness, config, checks })
  siteRoute(route, config)
  const threads = new CallThreads(config)
  const streams = serveNouns(threads.besides(route), services)
  const onFailure = (error: unknown) => app.log.error({ err: error }, 'a query could not be embedded')
  const following = followModels(pool, channels, onFailure)
  // A worker in this process fetches for both. With several processes the first fetches and publishes its progress.
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
  serveFiles(app, services, readiness)
  serveTus(app, services, { identify, readiness }, new BoxDoor(services))
  await serveWeb(app, web_folder, config)
  opening.then(
    () => {
      readiness.ready = true
      started.resolve()
      channels.start()
      following.start()
      if (fetching) stopFetching = fetchWhenWanted(services, fetching)
    },
    () => undefined,
  )
  const close = async () => {
    readiness.ready = false
    following.stop()
    await stopFetching?.()
    await streams.close()
    await app.close()
    await threads.close()
    await Promise.all([health_db.destroy(), closeServices()])
  }
  return { app, threads, close }
}
