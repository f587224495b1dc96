import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Frame } from '../../../../ui/marks/frame.tsx'
import { collectionQuery } from '../api.ts'
import './film-row.css'

const SHOWN = 3

/** The newest films of a collection, beside its card. Each leads to the collection. Nothing until they are loaded. */
export function FilmRow({ collectionId }: { collectionId: string }) {
  const { data } = useQuery(collectionQuery(collectionId))
  if (!data || data.videos.length === 0) return null
  const current = data.videos.filter((video) => video.current)
  return (
    <ul className="film-row" aria-label={`Films in ${data.collection.name}`}>
      {current.slice(0, SHOWN).map(({ id, file_name, thumbnail_url, video_duration }) => (
        <li key={id}>
          <Link to={`/collections/${collectionId}`}>
            <Frame src={thumbnail_url} timecode={video_duration === null ? null : formatTimecode(video_duration)} />
            <span className="truncate" dir="auto">
              {file_name}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
