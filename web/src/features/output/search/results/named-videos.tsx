import type { NamedVideo } from '@footnote/contract/nouns/output/search.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../../ui/forms/button.tsx'
import { Frame } from '../../../../ui/marks/frame.tsx'
import { StatusBadge } from '../../../../ui/marks/status-badge.tsx'
import { FromCollection } from '../suggestions/from-collection.tsx'
import { MarkedText } from './marked-text.tsx'
import './named-videos.css'

/** Number of videos before the button that shows all: one row on a desktop. */
const FIRST = 4

/** Videos whose file names contain the words of the query. */
export function NamedVideos({
  videos,
  everywhere,
  onPlay,
}: {
  videos: readonly NamedVideo[]
  /** Whether to show their collections. */
  everywhere: boolean
  onPlay: (video: NamedVideo) => void
}) {
  const [all, setAll] = useState(false)
  if (videos.length === 0) return null
  return (
    <section className="named" aria-label="Videos by name">
      <h2>{videos.length === 1 ? 'A video has this name' : 'Videos have this name'}</h2>
      <ul className="named-list">
        {(all ? videos : videos.slice(0, FIRST)).map((video) => (
          <li key={video.id}>
            <Row video={video} everywhere={everywhere} onPlay={() => onPlay(video)} />
          </li>
        ))}
      </ul>
      {videos.length > FIRST && (
        <Button size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${videos.length}`}
        </Button>
      )}
    </section>
  )
}

/** A video that cannot be played yet leads to its collection, which shows the reason. */
function Row({ video, everywhere, onPlay }: { video: NamedVideo; everywhere: boolean; onPlay: () => void }) {
  const { file_name, hits, duration, thumbnail_url, collection_id, collection_name, status, can } = video
  const words = (
    <>
      <Frame src={thumbnail_url} timecode={duration === null ? null : formatTimecode(duration)} />
      <span className="block min-w-0">
        <span className="sr-only">{can.open ? 'Watch ' : 'Go to '}</span>
        <span className="block truncate" title={file_name} dir="auto">
          <MarkedText text={file_name} hits={hits} type={undefined} />
        </span>
        {everywhere && <FromCollection name={collection_name} />}
        {!can.open && (
          <span className="line">
            <StatusBadge status={status} percentage={video.status_percentage} fetching={video.fetching} />
          </span>
        )}
      </span>
    </>
  )
  if (can.open)
    return (
      <button type="button" className="named-video" onClick={onPlay}>
        {words}
      </button>
    )
  return (
    <Link className="named-video" to={`/collections/${collection_id}`}>
      {words}
    </Link>
  )
}
