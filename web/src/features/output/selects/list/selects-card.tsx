import type { SelectsSummary } from '@footnote/contract/nouns/output/selects.ts'
import { formatDate, formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { Film } from 'lucide-react'
import { selectsAddress } from '../../../../lib/addresses.ts'
import { ButtonLink } from '../../../../ui/forms/button.tsx'
import { Frame } from '../../../../ui/marks/frame.tsx'
import { MenuItem, MenuLine } from '../../../../ui/overlays/menu.tsx'
import { MoreMenu } from '../../../../ui/overlays/more-menu.tsx'
import { countPieces } from '../lengths.ts'
import { PiecePicture } from '../rows/piece-picture.tsx'

export interface CardActions {
  onRename: (selects: SelectsSummary) => void
  onDuplicate: (selects: SelectsSummary) => void
  onDelete: (selects: SelectsSummary) => void
}

/** Selects as a card. A press anywhere on it opens them. */
export function SelectsCard({ selects, ...actions }: { selects: SelectsSummary } & CardActions) {
  const { id, name, item_count, duration, pictures, author, changed_at } = selects
  return (
    <article className="collection" aria-label={name}>
      <div className="selects-frames" data-count={Math.max(1, pictures.length)}>
        {pictures.length === 0 ? (
          <Frame src={null} empty={<Film className="icon" aria-hidden="true" />} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no identity but their place
          pictures.map((picture, place) => <PiecePicture key={place} {...picture} dim={false} />)
        )}
      </div>
      <div className="body">
        <div className="flex min-h-6 items-center gap-2">
          <h3 className="min-w-0 flex-1 truncate" dir="auto" title={name}>
            {name}
          </h3>
          <CardMenu selects={selects} {...actions} />
        </div>
        <div className="meta">
          <span>{countPieces(item_count)}</span>
          {item_count > 0 && <span>{formatTimecode(Math.round(duration))}</span>}
        </div>
        <div className="made">
          <span className="meta truncate">
            {author}, {formatDate(new Date(changed_at))}
          </span>
          <ButtonLink size="sm" className="opens-card" to={selectsAddress(id)} aria-label={`Open ${name}`} title={name}>
            Open
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}

function CardMenu({ selects, onRename, onDuplicate, onDelete }: { selects: SelectsSummary } & CardActions) {
  const { can, name } = selects
  if (!can.change && !can.duplicate) return null
  return (
    <MoreMenu name={name}>
      {can.change && <MenuItem onSelect={() => onRename(selects)}>Rename</MenuItem>}
      {can.duplicate && <MenuItem onSelect={() => onDuplicate(selects)}>Duplicate</MenuItem>}
      {can.change && (
        <>
          <MenuLine />
          <MenuItem danger onSelect={() => onDelete(selects)}>
            Delete
          </MenuItem>
        </>
      )}
    </MoreMenu>
  )
}
