import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { formatDuration, formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { Captions, Download, Trash2 } from 'lucide-react'
import { useFindSimilar } from '../../../lib/address/use-find-similar.ts'
import { freshStream } from '../../../lib/calls/stream.ts'
import { Player } from '../../../player/player.tsx'
import { useSoundTracks } from '../../../player/sound/use-sound-tracks.ts'
import { Dialog, DialogClose } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { RelativeTime } from '../../../ui/marks/relative-time.tsx'
import { useDownloadSubtitles, useDownloadVideo } from './api.ts'
import './playback-dialog.css'

/** Plays a video over the page. */
export function PlaybackDialog({
  video,
  searched,
  onClose,
  onDelete,
}: {
  video: Video | null
  /** Id of the collection to search for similar moments, or of all of them; null if pictures are not searched. */
  searched: string | null
  onClose: () => void
  /** Absent where videos cannot be deleted, as on the search page. */
  onDelete?: (video: Video) => void
}) {
  return video?.stream_url ? (
    <Playback
      key={video.id}
      video={video}
      src={video.stream_url}
      searched={searched}
      onClose={onClose}
      onDelete={onDelete}
    />
  ) : null
}

function Playback({
  video,
  src,
  searched,
  onClose,
  onDelete,
}: {
  video: Video
  src: string
  searched: string | null
  onClose: () => void
  onDelete: ((video: Video) => void) | undefined
}) {
  const findSimilar = useFindSimilar(video.id, searched)
  const sound = useSoundTracks(video)
  const download = useDownloadVideo()
  const subtitles = useDownloadSubtitles()
  const { file_name, duration, file_size, upload_date } = video
  return (
    <Dialog open onClose={onClose} title={file_name} width="stage" bare>
      <Player
        autoPlay
        id={video.id}
        src={src}
        label={file_name}
        duration={duration}
        frame_rate={video.frame_rate}
        timecode={video.timecode}
        frames_note={video.frames_note}
        subtitle_url={video.subtitle_url}
        language={video.language}
        storyboard={video.storyboard}
        sound={sound}
        refreshSource={() => freshStream(video.id)}
        onFindSimilar={findSimilar}
      />
      <div className="playback-foot">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" dir="auto" title={file_name}>
            {file_name}
          </p>
          <p className="meta">
            {duration !== null && <span>{formatDuration(duration)}</span>}
            {file_size !== null && <span>{formatFileSize(file_size)}</span>}
            <span>
              <RelativeTime at={upload_date} exact />
            </span>
          </p>
        </div>
        {video.subtitle_url && (
          <Button aria-label="Download subtitles" busy={subtitles.isPending} onClick={() => subtitles.mutate(video)}>
            <Captions className="icon" aria-hidden="true" />
            {subtitles.isError ? 'Retry' : 'Subtitles'}
          </Button>
        )}
        <Button busy={download.isPending} onClick={() => download.mutate(video)}>
          <Download className="icon" aria-hidden="true" />
          {download.isError ? 'Retry' : 'Download'}
        </Button>
        {onDelete && video.can.delete && (
          <Button onClick={() => onDelete(video)}>
            <Trash2 className="icon" aria-hidden="true" />
            Delete
          </Button>
        )}
        <DialogClose />
      </div>
    </Dialog>
  )
}
