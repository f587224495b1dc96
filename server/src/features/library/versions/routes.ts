import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { VersionList } from '@footnote/contract/nouns/library/videos/versions.ts'
import { isId } from '../../../platform/db/database.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer, Route, UserViewer } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { holdCollections } from '../collections/commands.ts'
import { type Circumstances, refuseExpired } from '../collections/policy.ts'
import type { CollectionRow } from '../collections/queries.ts'
import { copiesFor } from '../videos/marked/queries.ts'
import { collectionsOf, readSharedVideo, readVideo, type VideoRow } from '../videos/queries.ts'
import { announceCurrent, beginStack, lockStacks, mergeStacks } from './commands.ts'
import { presentVersion } from './present.ts'
import { listVersions, readStackable } from './queries.ts'

/** Serves the versions of videos: list them, stack videos, and take a version out. */
export function versionRoutes(route: Route, services: Pick<Services, 'db' | 'storage' | 'hooks' | 'config'>): void {
  const { db, storage, hooks, config } = services
  const { versions } = endpoints
  const circumstances = (): Circumstances => ({ billing: config.billing, now: new Date() })

  async function present(viewer: Reviewer, video: VideoRow, collection: CollectionRow): Promise<VersionList> {
    const rows = await listVersions(db, video.stack_id)
    const open_to_link = viewer.kind === 'share' ? await hooks.shownVersions(db, viewer.link_id, video.stack_id) : null
    const shown = open_to_link ? rows.filter(({ id }) => open_to_link.has(id)) : rows
    // A guest may not see the current one.
    const current = shown.find((row) => row.current) ?? (viewer.kind === 'share' ? shown[0] : undefined)
    const ids = shown.map(({ id }) => id)
    const copies = viewer.kind === 'share' ? await copiesFor(db, viewer, ids) : null
    const company_id = collection.company_id ?? viewer.company_id
    const open = await hooks.countThreads(db, ids, { company_id, viewer })
    return {
      stack_id: video.stack_id,
      versions: await Promise.all(
        shown.map((row) =>
          presentVersion(
            copies ? { ...row, thumbnail_key: copies.get(row.id)?.poster_key ?? null } : row,
            open.get(row.id)?.open ?? 0,
            { viewer, storage, newest: row === current },
          ),
        ),
      ),
    }
  }

  async function presentVersionsOf(viewer: UserViewer, id: string): Promise<VersionList> {
    const { video, collection } = await readVideo(db, viewer, id)
    return await present(viewer, video, collection)
  }

  route(versions.list, async ({ params, viewer }) => {
    if (viewer.kind === 'user') return await presentVersionsOf(viewer, params.video_id)
    const { video, collection } = await readSharedVideo(db, viewer)
    refuseExpired(collection, circumstances())
    return await present(viewer, video, collection)
  })

  route(versions.stack, async ({ params, body, viewer }) => {
    await db.transaction().execute(async (transaction) => {
      // Nobody else changes stacks of a collection that is held.
      await holdCollections(transaction, await collectionsOf(transaction, [params.video_id, body.onto].filter(isId)))
      const video = await readStackable(transaction, viewer, params.video_id, circumstances())
      const onto = await readStackable(transaction, viewer, body.onto, circumstances())
      if (video.collection_id !== onto.collection_id) throw new ProductError('other_collection')
      if (video.stack_id === onto.stack_id) return
      await lockStacks(transaction, [video.stack_id, onto.stack_id])
      await mergeStacks(transaction, services, video.stack_id, onto.stack_id)
      await announceCurrent(transaction, onto.stack_id)
    })
    return await presentVersionsOf(viewer, params.video_id)
  })

  route(versions.unstack, async ({ params, viewer }) => {
    await db.transaction().execute(async (transaction) => {
      await holdCollections(transaction, await collectionsOf(transaction, [params.video_id].filter(isId)))
      const video = await readStackable(transaction, viewer, params.video_id, circumstances())
      if (video.version_count === 1) return
      await lockStacks(transaction, [video.stack_id])
      await beginStack(transaction, services, video)
      await announceCurrent(transaction, video.stack_id)
    })
    return await presentVersionsOf(viewer, params.video_id)
  })
}
