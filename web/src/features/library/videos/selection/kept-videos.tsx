import type { MovedVideos, Video } from '@footnote/contract/nouns/library/videos.ts'
import { countVideos } from './count-videos.ts'
import './kept-videos.css'

/** Videos that an action left as they were, each with its reason. @param did for example 'moved' */
export function KeptVideos({
  videos,
  kept,
  did,
}: {
  videos: readonly Video[]
  kept: readonly Pick<MovedVideos['kept'][number], 'id' | 'detail'>[]
  did: string
}) {
  const nameOf = (id: string) => videos.find((video) => video.id === id)?.file_name ?? id
  return (
    <div role="alert">
      <p className="text-md">
        {kept.length} of {countVideos(videos.length)} {kept.length === 1 ? 'was' : 'were'} not {did}.
      </p>
      <ul className="kept-videos">
        {kept.map(({ id, detail }) => (
          <li key={id}>
            <span className="font-medium [overflow-wrap:anywhere]">{nameOf(id)}</span>
            <span className="text-text-2">{detail}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
