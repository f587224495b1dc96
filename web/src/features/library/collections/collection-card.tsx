import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import { formatDate, formatDuration } from '@footnote/contract/shared/timecode.ts'
import { Film } from 'lucide-react'
import { collectionAddress } from '../../../lib/addresses.ts'
import { classNames } from '../../../ui/class-names.ts'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Frame, FrameSkeleton } from '../../../ui/marks/frame.tsx'
import { MenuItem } from '../../../ui/overlays/menu.tsx'
import { MoreMenu } from '../../../ui/overlays/more-menu.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'

/** For example '1 video', '3 videos'. */
export const countVideos = (count: number): string => `${count} ${count === 1 ? 'video' : 'videos'}`

interface Actions {
  onRename: (collection: Collection) => void
  onLanguage: (collection: Collection) => void
  onDelete: (collection: Collection) => void
}

/** A collection as a card. A press anywhere on it opens the collection, unless it is expired. */
export function CollectionCard({ collection, ...actions }: { collection: Collection } & Actions) {
  const { name, num_videos, total_duration, latest_thumbnail, created_at, expired } = collection
  const address = collectionAddress(collection)
  return (
    <article className={classNames('collection', expired && 'is-expired')} aria-label={name}>
      <Frame
        src={num_videos === 0 ? null : (latest_thumbnail ?? '')}
        dim={expired}
        empty={<Film className="icon" aria-hidden="true" />}
      >
        {expired && <Badge>EXPIRED</Badge>}
      </Frame>
      <div className="body">
        <div className="flex min-h-6 items-center gap-2">
          <h3 className="min-w-0 flex-1 truncate" dir="auto" title={name}>
            {name}
          </h3>
          <CardMenu collection={collection} {...actions} />
        </div>
        <div className="meta">
          <span>{countVideos(num_videos)}</span>
          {num_videos > 0 && <span>{formatDuration(total_duration)}</span>}
        </div>
        <div className="made">
          <span className="meta">Created on {formatDate(new Date(created_at))}</span>
          {!expired && (
            <ButtonLink size="sm" className="opens-card" to={address} aria-label={`Explore ${name}`} title={name}>
              Explore
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  )
}

function CardMenu({ collection, onRename, onLanguage, onDelete }: { collection: Collection } & Actions) {
  const { can, name } = collection
  if (!can.rename && !can.delete) return null
  return (
    <MoreMenu name={name}>
      {can.rename && <MenuItem onSelect={() => onRename(collection)}>Rename Collection</MenuItem>}
      {can.rename && <MenuItem onSelect={() => onLanguage(collection)}>Spoken Language</MenuItem>}
      {can.delete && (
        <MenuItem danger onSelect={() => onDelete(collection)}>
          Delete
        </MenuItem>
      )}
    </MoreMenu>
  )
}

/** Placeholder of a card while the list loads. */
export function CollectionCardSkeleton() {
  return (
    <div className="collection" aria-hidden="true">
      <FrameSkeleton />
      <div className="body">
        <Skeleton className="my-1 h-4 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
        <div className="made">
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
    </div>
  )
}
