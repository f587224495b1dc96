import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import {
  Captions,
  Download,
  FolderInput,
  Languages,
  Layers,
  Layers2,
  type LucideIcon,
  MessageSquareText,
  Pencil,
  SquareCheck,
  Trash2,
  Upload,
} from 'lucide-react'
import { Link } from 'react-router'
import { reviewAddress } from '../../../../lib/addresses.ts'
import { MenuItem, MenuLink } from '../../../../ui/overlays/menu.tsx'
import { MoreMenu } from '../../../../ui/overlays/more-menu.tsx'
import { Tooltip } from '../../../../ui/overlays/tooltip.tsx'
import { useDownloadSubtitles, useDownloadVideo } from '../api.ts'

interface VideoAction {
  label: string
  icon: LucideIcon
  danger?: boolean
  /** Not over the picture, which has room for only a few. */
  menu_only?: boolean
  /** Its function, or the address that it leads to. */
  does: (() => void) | string
}

/** What somebody wants to do with the versions of a video. */
export type VersionAction = 'upload' | 'list' | 'add_to'

interface Circumstances {
  /** False in an expired collection. */
  enabled: boolean
  /** Whether opening the video already leads to its review. */
  reviewed: boolean
  /** Absent when the collection has no speech. */
  onLanguage?: ((video: Video) => void) | undefined
  onRename: (video: Video) => void
  onMove: (video: Video) => void
  /** Absent where no versions are kept. */
  onVersions?: ((video: Video, asked: VersionAction) => void) | undefined
  /** Adds the video to the selection. */
  onPick: () => void
  onDelete: (video: Video) => void
}

/** The actions of a video, besides opening it. */
export function useVideoActions(
  video: Video,
  { enabled, reviewed, onLanguage, onRename, onMove, onVersions, onPick, onDelete }: Circumstances,
): VideoAction[] {
  const download = useDownloadVideo()
  const subtitles = useDownloadSubtitles()
  if (!enabled || video.status === 'DELETING') return []
  const review = { label: 'Quick Review', icon: MessageSquareText, does: reviewAddress(video) }
  const words = { label: 'Download subtitles', icon: Captions, does: () => subtitles.mutate(video) }
  return [
    ...(video.can.review && !reviewed ? [review] : []),
    ...(video.subtitle_url ? [words] : []),
    ...(onLanguage && video.can.delete && video.status === 'SUCCESS'
      ? [{ label: 'Spoken language', icon: Languages, does: () => onLanguage(video) }]
      : []),
    { label: 'Download video', icon: Download, does: () => download.mutate(video) },
    ...(onVersions ? versionActions(video, onVersions) : []),
    ...(video.can.rename ? [{ label: 'Rename', icon: Pencil, menu_only: true, does: () => onRename(video) }] : []),
    ...(video.can.move ? [{ label: 'Move', icon: FolderInput, menu_only: true, does: () => onMove(video) }] : []),
    { label: 'Select', icon: SquareCheck, menu_only: true, does: onPick },
    ...(video.can.delete ? [{ label: 'Delete', icon: Trash2, danger: true, does: () => onDelete(video) }] : []),
  ]
}

function versionActions(video: Video, ask: (video: Video, asked: VersionAction) => void): VideoAction[] {
  const action = (label: string, icon: LucideIcon, asked: VersionAction) => ({
    label,
    icon,
    menu_only: true,
    does: () => ask(video, asked),
  })
  return [
    ...(video.can.versions ? [action('Upload new version', Upload, 'upload')] : []),
    ...(video.version_count > 1 ? [action('Versions', Layers, 'list')] : []),
    ...(video.can.versions ? [action('Add as version of ...', Layers2, 'add_to')] : []),
  ]
}

/** The actions over the picture, on hover and focus of a device with a pointer. */
export function HoverActions({ name, actions }: { name: string; actions: readonly VideoAction[] }) {
  const few = actions.filter(({ menu_only }) => !menu_only)
  if (few.length === 0) return null
  return (
    <div className="hover-actions video-hover">
      {few.map(({ label, icon: Icon, does }) => (
        <Tooltip key={label} text={label}>
          {typeof does === 'string' ? (
            <Link aria-label={`${label}: ${name}`} to={does}>
              <Icon className="icon" aria-hidden="true" />
            </Link>
          ) : (
            <button type="button" aria-label={`${label}: ${name}`} onClick={does}>
              <Icon className="icon" aria-hidden="true" />
            </button>
          )}
        </Tooltip>
      ))}
    </div>
  )
}

/** All actions in a menu; always visible on a device without a pointer. */
export function ActionMenu({ name, actions }: { name: string; actions: readonly VideoAction[] }) {
  if (actions.length === 0) return null
  return (
    <MoreMenu name={name} className="video-more">
      {actions.map(({ label, icon, danger = false, does }) =>
        typeof does === 'string' ? (
          <MenuLink key={label} to={does} icon={icon}>
            {label}
          </MenuLink>
        ) : (
          <MenuItem key={label} icon={icon} danger={danger} onSelect={does}>
            {label}
          </MenuItem>
        ),
      )}
    </MoreMenu>
  )
}
