import type { Indexing } from '@footnote/contract/nouns/library/indexing.ts'
import { progressPercent } from '@footnote/contract/shared/timecode.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { SectionHead } from '../../../ui/page/page-header.tsx'
import { Rule } from '../../../ui/page/rule.tsx'
import { STAGE_WORDS } from './stage-words.ts'
import { WorkTitle } from './work-title.tsx'

interface Work {
  readonly key: string
  readonly name: string
  readonly collection_id: string
  readonly what: string
  readonly percentage: number
}

/** Running and waiting work, new videos first. */
export function WorkTable({ indexing: { new_videos, running, videos_left } }: { indexing: Indexing }) {
  const work: Work[] = [
    ...new_videos.running.map((video) => ({
      key: video.video_id,
      name: video.video_name,
      collection_id: video.collection_id,
      what: 'New video',
      percentage: video.percentage,
    })),
    ...running.map(({ video_id, video_name, collection_id, stage, percentage }) => ({
      key: `${video_id} ${stage}`,
      name: video_name,
      collection_id,
      what: `${STAGE_WORDS[stage]}, again`,
      percentage,
    })),
  ]
  const again = Math.max(0, videos_left - new Set(running.map(({ video_id }) => video_id)).size)
  return (
    <>
      <SectionHead title="Queue" />
      {work.length === 0 ? (
        <EmptyState
          fact="The queue is empty."
          next={`Waiting: ${new_videos.waiting} new, ${again} to be indexed again`}
        />
      ) : (
        <div className="panel">
          <ul className="indexing-list">
            {work.map((row) => (
              <WorkRow key={row.key} work={row} />
            ))}
          </ul>
          <p className="indexing-waiting hint">
            Waiting: {new_videos.waiting} new, {again} to be indexed again
          </p>
        </div>
      )}
    </>
  )
}

function WorkRow({ work: { name, collection_id, what, percentage } }: { work: Work }) {
  return (
    <li>
      <div className="min-w-0 flex-1">
        <WorkTitle name={name} collection={collection_id} what={what} />
        <Rule length={percentage / 100} kind="busy" label={`${name}: ${what}`} className="mt-2" />
      </div>
      <span className="indexing-percentage">{Math.floor(progressPercent(percentage / 100))}%</span>
    </li>
  )
}
