import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { isId } from '../../../platform/db/database.ts'
import type { Route, UserViewer } from '../../../platform/route.ts'
import { refuseReadOnly } from '../../identity/companies/policy.ts'
import type { Services } from '../../services.ts'
import {
  appendItems,
  createSelects,
  deleteSelects,
  duplicateSelects,
  knownItems,
  renameSelects,
  replaceItems,
  restoreSelects,
} from './commands.ts'
import { checkTotal, newPieces, orderedPieces } from './pieces.ts'
import { authorizeSelectsChange } from './policy.ts'
import { presentSelects, presentSummary, type SelectsPresentation } from './present.ts'
import {
  findRendered,
  listItems,
  listRenderings,
  listSelects,
  readDeletedSelects,
  readSelects,
  type SelectsRow,
  videosOfItems,
} from './queries.ts'

/** Serves selects: lists of pieces of videos, their order, and their copies. */
export function selectsRoutes(
  route: Route,
  { db, storage, config }: Pick<Services, 'db' | 'storage' | 'config'>,
): void {
  const { selects } = endpoints
  const seenBy = (viewer: UserViewer): SelectsPresentation => ({
    viewer,
    storage,
    billing: config.billing,
    now: new Date(),
  })

  async function present(viewer: UserViewer, id: string): Promise<Selects> {
    const row = await readSelects(db, viewer, id)
    const items = await listItems(db, row.id)
    const [videos, rendered, renderings] = await Promise.all([
      videosOfItems(
        db,
        items.map(({ video_id }) => video_id).filter((video) => video !== null),
      ),
      findRendered(db, row),
      listRenderings(db, row.id),
    ])
    return await presentSelects(row, { items, videos, rendered, renderings }, seenBy(viewer))
  }

  /** What new pieces are checked against. @param ids of their videos, also malformed ones */
  const groundFor = async (viewer: UserViewer, ids: readonly string[]) => ({
    viewer,
    circumstances: seenBy(viewer),
    videos: await videosOfItems(db, ids.filter(isId)),
  })

  async function readOwn(viewer: UserViewer, id: string): Promise<SelectsRow> {
    const row = await readSelects(db, viewer, id)
    authorizeSelectsChange(viewer, row, seenBy(viewer))
    return row
  }

  route(selects.list, async ({ viewer }) => {
    const rows = await listSelects(db, viewer.company_id)
    return { selects: await Promise.all(rows.map((row) => presentSummary(row, seenBy(viewer)))) }
  })

  route(selects.create, async ({ body: { name, note = '' }, viewer }) => {
    refuseReadOnly(viewer, seenBy(viewer))
    return await present(viewer, await createSelects(db, viewer, { name, note }))
  })

  route(selects.get, async ({ params, viewer }) => await present(viewer, params.id))

  route(selects.change, async ({ params, body: { name, note = '', revision }, viewer }) => {
    const { id } = await readOwn(viewer, params.id)
    await renameSelects(db, id, { name, note, revision })
    return await present(viewer, id)
  })

  route(selects.delete, async ({ params, viewer }) => {
    const { id } = await readOwn(viewer, params.id)
    await deleteSelects(db, id)
    return { message: 'The selects are deleted' }
  })

  route(selects.restore, async ({ params, viewer }) => {
    const row = await readDeletedSelects(db, viewer, params.id)
    authorizeSelectsChange(viewer, row, seenBy(viewer))
    await restoreSelects(db, row)
    return await present(viewer, row.id)
  })

  route(selects.duplicate, async ({ params, viewer }) => {
    const row = await readSelects(db, viewer, params.id)
    refuseReadOnly(viewer, seenBy(viewer))
    return await present(viewer, await duplicateSelects(db, viewer, row, copyName(row.name)))
  })

  route(selects.addItems, async ({ params, body, viewer }) => {
    const { id } = await readOwn(viewer, params.id)
    const ground = await groundFor(
      viewer,
      body.items.map(({ video_id }) => video_id),
    )
    const added = await appendItems(db, id, newPieces(body.items, ground), body.idempotency_key ?? null)
    return { ...(await present(viewer, id)), added }
  })

  route(selects.setItems, async ({ params, body: { items, revision }, viewer }) => {
    const { id } = await readOwn(viewer, params.id)
    const known = await knownItems(db, id)
    const videos = [...known, ...items].map((item) => ('video_id' in item ? (item.video_id ?? '') : ''))
    const pieces = orderedPieces(items, known, await groundFor(viewer, videos))
    checkTotal(pieces)
    await replaceItems(db, id, revision, pieces)
    return await present(viewer, id)
  })
}

/** For example `Harbour, copy`, within the length of a name. */
const copyName = (name: string): string => `${name.slice(0, TEXT.name - COPY.length)}${COPY}`
const COPY = ', copy'
