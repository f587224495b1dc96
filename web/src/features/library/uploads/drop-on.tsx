import type { ReactNode } from 'react'
import { type ChosenVideos, useVideoDrop, type VersionTarget } from './use-video-drop.ts'
import './drops.css'

/** A card that accepts dropped files as versions of its video. */
export function DropOn({
  target,
  onDrop,
  children,
}: {
  target: VersionTarget
  onDrop: (dropped: ChosenVideos) => void
  children: ReactNode
}) {
  const drop = useVideoDrop((dropped) => onDrop({ ...dropped, onto: target }), true)
  return (
    <div className="drop-on" data-over={drop.isDragActive || undefined} {...drop.getRootProps({ tabIndex: -1 })}>
      {children}
    </div>
  )
}
