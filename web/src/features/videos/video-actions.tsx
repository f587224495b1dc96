import type { Video } from '@footnote/contract/videos.ts'
import { Captions, Download, Ellipsis, type LucideIcon, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useDownloadSubtitles, useDownloadVideo } from './api.ts'

interface VideoAction {
  label: string
  icon: LucideIcon
  danger: boolean
  run: () => void
}

/** What can be done to a video besides opening it. @param enabled false in an expired collection */
export function useVideoActions(video: Video, onDelete: (video: Video) => void, enabled: boolean): VideoAction[] {
  const download = useDownloadVideo()
  const subtitles = useDownloadSubtitles()
  if (!enabled || video.status === 'DELETING') return []
  return [
    ...(video.subtitle_url
      ? [{ label: 'Download subtitles', icon: Captions, danger: false, run: () => subtitles.mutate(video) }]
      : []),
    { label: 'Download video', icon: Download, danger: false, run: () => download.mutate(video.id) },
    ...(video.can.delete ? [{ label: 'Delete', icon: Trash2, danger: true, run: () => onDelete(video) }] : []),
  ]
}

/** The actions over the picture: on hover and focus where there is a pointer. */
export function HoverActions({ name, actions }: { name: string; actions: readonly VideoAction[] }) {
  if (actions.length === 0) return null
  return (
    <div className="hover-actions video-hover">
      {actions.map(({ label, icon: Icon, run }) => (
        <Tooltip key={label} text={label}>
          <button type="button" aria-label={`${label}: ${name}`} onClick={run}>
            <Icon className="icon" aria-hidden="true" />
          </button>
        </Tooltip>
      ))}
    </div>
  )
}

/** The same actions in a menu, where there is no pointer to hover with. */
export function ActionMenu({ name, actions }: { name: string; actions: readonly VideoAction[] }) {
  if (actions.length === 0) return null
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm" className="btn-icon video-more" aria-label={`More for ${name}`}>
          <Ellipsis className="icon" aria-hidden="true" />
        </Button>
      }
    >
      {actions.map(({ label, icon, danger, run }) => (
        <MenuItem key={label} icon={icon} danger={danger} onSelect={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
