import { formatDuration, formatFileSize } from '@footnote/contract/timecode.ts'
import type { Video } from '@footnote/contract/videos.ts'
import { Captions, Download, Trash2 } from 'lucide-react'
import { freshStream } from '../../lib/stream.ts'
import { Player } from '../../player/player.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useDownloadSubtitles, useDownloadVideo } from './api.ts'
import './playback-dialog.css'

/** Plays a video over the page. */
export function PlaybackDialog({
  video,
  onClose,
  onDelete,
}: {
  video: Video | null
  onClose: () => void
  /** Absent where videos are only found, not kept in order. */
  onDelete?: (video: Video) => void
}) {
  return video?.stream_url ? (
    <Playback key={video.id} video={video} src={video.stream_url} onClose={onClose} onDelete={onDelete} />
  ) : null
}

function Playback({
  video,
  src,
  onClose,
  onDelete,
}: {
  video: Video
  src: string
  onClose: () => void
  onDelete: ((video: Video) => void) | undefined
}) {
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
        poster={video.thumbnail_url}
        duration={duration}
        frame_rate={video.frame_rate}
        subtitle_url={video.subtitle_url}
        language={video.language}
        storyboard={video.storyboard}
        refreshSource={() => freshStream(video.id)}
      />
      <div className="playback-foot">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={file_name}>
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
        <Button busy={download.isPending} onClick={() => download.mutate(video.id)}>
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
