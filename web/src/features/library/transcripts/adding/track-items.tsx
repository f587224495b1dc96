import { useQuery } from '@tanstack/react-query'
import { Captions } from 'lucide-react'
import { MenuItem, MenuLabel, MenuLine } from '../../../../ui/overlays/menu.tsx'
import { type SubtitleSource, trackName, unusedTracksQuery } from './subtitle-calls.ts'

/** Entries of a menu for the tracks of a video's file that the transcript does not show. */
export function TrackItems({
  video_id,
  revision,
  onSource,
}: {
  video_id: string
  revision: number
  onSource: (source: SubtitleSource) => void
}) {
  const { data: tracks = [] } = useQuery(unusedTracksQuery(video_id, revision))
  if (tracks.length === 0) return null
  return (
    <>
      <MenuLine />
      <MenuLabel>Subtitles of the file</MenuLabel>
      {tracks.map((track) => (
        <MenuItem key={track.number} icon={Captions} onSelect={() => onSource(track)}>
          <span className="min-w-0 truncate" dir="auto">
            {trackName(track)}
          </span>
        </MenuItem>
      ))}
    </>
  )
}
