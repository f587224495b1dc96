import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Picture, renderPieces } from '../../../../media/assembly/render.ts'
import { placePieces } from '../../../../media/assembly/timeline.ts'
import { type Film, readFilm } from '../../../../media/film.ts'
import { MediaError } from '../../../../media/media-error.ts'
import type { MediaJob } from '../../../../media/sandbox.ts'
import { plannedSound, type SoundPlan } from '../../../../media/sound/plan.ts'
import { reasonToWait } from '../../../../media/waiting.ts'
import { killsIn } from '../../../../media/withstand-kills.ts'
import { withJobFolder } from '../../../../platform/confinement/job-folder.ts'
import { PassingError, ProductError } from '../../../../platform/errors.ts'
import { type JobContext, type JobHandler, type Jobs, Postponed } from '../../../../platform/queue/jobs.ts'
import { Gone, whileThere } from '../../../../platform/queue/while-there.ts'
import { isAnswered } from '../../../ground/notifications/queries.ts'
import type { Services } from '../../../services.ts'
import { requestedItems, type UsableItem } from '../queries.ts'
import {
  addToReview,
  answerRendering,
  findRequest,
  noteShare,
  offerDownload,
  type RenderedFile,
  type RenderRequest,
} from './commands.ts'
import { burnInOf, pictureFor, sourceMapOf } from './plan.ts'

const OURS = 'Something went wrong on our side while the selects were rendered. Please render them again.'
const DELETED = 'The videos were deleted before the selects were rendered.'
const GONE = 'The selects were deleted before they were rendered.'

type RenderServices = Pick<Services, 'db' | 'storage' | 'queue' | 'tools' | 'work_dir' | 'config'>

/** Nothing of the request can be rendered any more. The message is for the requester. */
class Unrenderable extends Error {}

/** Renders selects into one file, stores it and notifies the requester once per request, on success and on failure. */
export const renderSelects =
  (services: RenderServices): JobHandler<'render-selects'> =>
  async (request, context) => {
    const { db, queue } = services
    if (await isAnswered(db, request.request_id)) return
    const answer = (name: string, error: string) =>
      db
        .transaction()
        .execute((transaction) => answerRendering(transaction, queue, request, { selects_name: name, error }))
    const wanted = await findRequest(db, request)
    if (!wanted) return await answer(request.name, GONE)
    try {
      await whileThere(
        context.signal,
        async () => (await findRequest(db, request)) !== undefined,
        (signal) => renderAndStore(services, request, wanted, { ...context, signal }),
      )
    } catch (error) {
      if (context.signal.aborted || error instanceof PassingError) throw error
      if (error instanceof Gone) return await answer(wanted.name, GONE)
      const reason = reasonToWait(error)
      if (reason) throw new Postponed(reason, error)
      const refused = error instanceof Unrenderable || error instanceof ProductError
      const known = refused || error instanceof MediaError
      if (!context.last_attempt && !refused && !(error instanceof MediaError && error.caused_by_file)) throw error
      context.log.warn({ request_id: request.request_id, err: error }, 'selects not rendered')
      await answer(wanted.name, known ? error.message : OURS)
    }
  }

const renderAndStore = (
  services: RenderServices,
  request: Jobs['render-selects'],
  wanted: RenderRequest,
  { signal, log }: JobContext,
) =>
  withJobFolder(services.work_dir, async (folder) => {
    const { db, tools } = services
    const items = await requestedItems(db, request.items, wanted.company_id)
    if (items.length === 0) throw new Unrenderable(DELETED)
    const picture = pictureFor(items, request)
    const onKill = killsIn(log, { request_id: request.request_id })
    const rendered = await render(services, { tools, folder, signal, onKill }, items, picture, request)
    signal.throwIfAborted()
    const { index_id } = request
    if (index_id === null) await offerDownload(services, request, wanted, rendered)
    else await addToReview(services, { ...request, index_id }, wanted, rendered)
  })

async function render(
  { db, storage }: Pick<RenderServices, 'db' | 'storage'>,
  job: MediaJob,
  items: readonly UsableItem[],
  picture: Picture,
  request: Jobs['render-selects'],
): Promise<RenderedFile> {
  const placed = placePieces(items, picture.rate)
  const sources = sourcesOf(storage, job, items)
  let noted = 0
  const onProgress = (share: number) => {
    if (share < noted + NOTED) return
    noted = share
    // The next share is as good as one that is lost.
    noteShare(db, request.request_id, share).catch(() => undefined)
  }
  const sourceOf = async (place: number) => {
    const { piece } = placed[place]!
    return { ...piece, ...(await sources(place)), burn_in: burnInOf(placed[place]!, picture.rate, request) }
  }
  const file = await renderPieces(job, placed, picture, sourceOf, onProgress)
  const { size: bytes } = await stat(file)
  const left_out = request.items.length - items.length
  return { file, bytes, source_map: sourceMapOf(placed, picture.rate), missing: missingWords(left_out) }
}

/** Least share that is worth a write. */
const NOTED = 0.01

/** A film on this disk, and what is heard of it. */
interface Source extends Film {
  readonly sound: SoundPlan
}

/** Fetches and probes each file once. One that was copied into the job's folder is removed after its last piece. */
function sourcesOf(storage: RenderServices['storage'], job: MediaJob, items: readonly UsableItem[]) {
  const known = new Map<string, Source>()
  let before: string | null = null
  return async (place: number) => {
    const { video } = items[place]!
    const { id, storage_key } = video
    const last = before
    if (last !== null && last !== id && !items.slice(place).some(({ video }) => video.id === last)) {
      const file = known.get(last)?.input
      if (file && dirname(file) === job.folder) await rm(file, { force: true })
      known.delete(last)
    }
    before = id
    const found = known.get(id)
    if (found) return found
    const film = await readFilm(job, await storage.local(storage_key, job.folder))
    const source = { ...film, sound: plannedSound(video, film.info) }
    known.set(id, source)
    return source
  }
}

const missingWords = (left_out: number): string | null =>
  left_out === 0
    ? null
    : left_out === 1
      ? 'One piece is left out, because its video was deleted.'
      : `${left_out} pieces are left out, because their videos were deleted.`
