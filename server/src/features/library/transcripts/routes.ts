import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { type Page, pageAsked } from '@footnote/contract/calls/pages.ts'
import type { Transcript } from '@footnote/contract/nouns/library/transcripts.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import type { Transaction } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer, Route } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { type Circumstances, refuseExpired } from '../collections/policy.ts'
import { readSharedVideo, readVideo, type VideoRow } from '../videos/queries.ts'
import { type HeldTranscript, holdTranscript, setUndone } from './commands.ts'
import { editWords, nameSpeaker, replaceWords } from './edits.ts'
import { authorizeTranscriptEdit, refuseLink } from './policy.ts'
import { presentChange, presentSaid } from './present.ts'
import { listChanges, readSaidOn } from './queries.ts'
import { importSubtitles, readSource } from './subtitles/commands.ts'
import { listTracks } from './subtitles/queries.ts'

/** Violation of a foreign key (PostgreSQL's error codes, class 23). */
const FOREIGN_KEY_VIOLATION = '23503'

/** Serves transcripts: what a video says, corrections of words, names of speakers, and their history. */
export function transcriptRoutes(route: Route, services: Pick<Services, 'db' | 'storage' | 'queue' | 'config'>): void {
  const { db, storage, queue, config } = services
  const { transcripts } = endpoints
  const circumstances = (): Circumstances => ({ billing: config.billing, now: new Date() })

  async function transcriptOf(
    viewer: Reviewer,
    id: string,
    page: Page | null = null,
  ): Promise<Transcript & Partial<Page & { total: number }>> {
    const { video, collection } =
      viewer.kind === 'user' ? await readVideo(db, viewer, id) : await readSharedVideo(db, viewer)
    refuseExpired(collection, circumstances())
    if (video.status === 'DELETING') throw new ProductError('not_found')
    const { said, total } = await readSaidOn(db, video.id, page)
    const access = { lifetime: ADDRESS.media, content_type: 'text/vtt; charset=utf-8', viewer }
    return {
      revision: video.transcript_revision,
      ...presentSaid(said),
      subtitle_url: video.subtitle_key ? await storage.address(video.subtitle_key, access) : null,
      ...(page && { ...page, total }),
    }
  }

  /** The video, for somebody who may change its transcript. */
  async function readEditable(viewer: Reviewer, id: string): Promise<{ video: VideoRow; user_id: string }> {
    refuseLink(viewer)
    const { video, collection } = await readVideo(db, viewer, id)
    authorizeTranscriptEdit(viewer, video, collection, circumstances())
    return { video, user_id: viewer.user_id }
  }

  /** Changes a transcript while nobody else does. @param revision null when any will do */
  async function change<Answer>(
    viewer: Reviewer,
    { id, revision }: { readonly id: string; readonly revision: number | null },
    act: (
      transaction: Transaction<Tables>,
      held: HeldTranscript,
      means: { readonly queue: Services['queue']; readonly user_id: string },
    ) => Promise<Answer>,
  ): Promise<Answer> {
    const { video, user_id } = await readEditable(viewer, id)
    const means = { queue, user_id }
    return await db
      .transaction()
      .execute(async (transaction) => act(transaction, await holdTranscript(transaction, video.id, revision), means))
      .catch((error) => {
        // The person has just been deleted.
        throw error.code === FOREIGN_KEY_VIOLATION ? new ProductError('not_found') : error
      })
  }

  route(transcripts.get, async ({ params, query, viewer }) =>
    transcriptOf(viewer, params.video_id, pageAsked(query, TRANSCRIPT.page_size)),
  )

  route(transcripts.edit, async ({ params, body, viewer }) => {
    const about = { id: params.video_id, revision: body.revision }
    const edit_id = await change(viewer, about, (...held) => editWords(...held, body.edits))
    return { ...(await transcriptOf(viewer, params.video_id)), edit_id }
  })

  route(transcripts.replace, async ({ params, body, viewer }) => {
    const about = { id: params.video_id, revision: body.revision }
    return await change(viewer, about, (...held) => replaceWords(...held, body))
  })

  route(transcripts.nameSpeaker, async ({ params, body, viewer }) => {
    const about = { id: params.video_id, revision: body.revision }
    const edit_id = await change(viewer, about, (...held) => nameSpeaker(...held, body))
    return { ...(await transcriptOf(viewer, params.video_id)), edit_id }
  })

  route(transcripts.importSubtitles, async ({ params, body, viewer }) => {
    const about = { id: params.video_id, revision: body.revision }
    const { video } = await readEditable(viewer, params.video_id)
    const source = readSource(body, video.duration)
    const imported = await change(viewer, about, (...held) => importSubtitles(...held, source))
    return { ...(await transcriptOf(viewer, params.video_id)), ...imported, skipped: [...imported.skipped] }
  })

  route(transcripts.tracks, async ({ params, viewer }) => {
    refuseLink(viewer)
    const { video } = await readVideo(db, viewer, params.video_id)
    return { tracks: await listTracks(db, video.id) }
  })

  route(transcripts.edits, async ({ params, viewer }) => {
    refuseLink(viewer)
    const { video } = await readVideo(db, viewer, params.video_id)
    return { edits: (await listChanges(db, video.id)).map(presentChange) }
  })

  for (const [endpoint, undone] of [
    [transcripts.undo, true],
    [transcripts.redo, false],
  ] as const)
    route(endpoint, async ({ params, body, viewer }) => {
      const id = body.edit_id
      const done = await change(viewer, { id: params.video_id, revision: null }, async (transaction, held) => {
        if (!isId(id)) throw new ProductError('not_found')
        return await setUndone(transaction, held, { id, undone, queue })
      })
      return { ...(await transcriptOf(viewer, params.video_id)), edit_id: done ? id : null }
    })
}
