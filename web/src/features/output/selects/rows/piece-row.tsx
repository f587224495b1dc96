import { formatPosition } from '@footnote/contract/shared/timecode.ts'
import { GripVertical, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { reviewAddress } from '../../../../lib/addresses.ts'
import { useFrameFormat } from '../../../../lib/times/use-times.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { MenuItem, MenuLine, MenuLink } from '../../../../ui/overlays/menu.tsx'
import { MoreMenu } from '../../../../ui/overlays/more-menu.tsx'
import type { Absence, Row } from '../edit/use-rows.ts'
import { formatLength, lengthOf } from '../lengths.ts'
import { PiecePicture } from './piece-picture.tsx'
import type { useDragging } from './use-dragging.ts'

/** The part of a row that somebody wants to edit; `piece` leaves the focus, so that the keys work. */
export type Field = 'note' | 'in' | 'out' | 'piece'

export interface RowActions {
  show: (id: string) => void
  edit: (id: string, field: Field) => void
  move: (id: string, to: number) => void
  remove: (id: string) => void
}

interface PieceRowProps extends RowActions {
  row: Row
  /** Number of rows. */
  count: number
  now: boolean
  can_change: boolean
  /** Address of the search that found it; null if there was none. */
  source: string | null
  grip: ReturnType<ReturnType<typeof useDragging>['grip']>
  dragged: 'itself' | 'above' | 'below' | null
  /** In place of note and times while somebody edits it. */
  fields: { note: ReactNode; times: ReactNode; line: ReactNode } | null
}

const WHY: Readonly<Record<Absence, string>> = {
  gone: 'This video was deleted, or you cannot see it.',
  expired: 'The collection of this video is expired.',
  pending: 'Footnote prepares this video for playing.',
  failing: 'This video does not play at the moment.',
}

/** One piece: its picture, note, source, times and length. A press on the picture shows its first frame. */
export function PieceRow({ row, count, now, can_change, source, grip, dragged, fields, ...actions }: PieceRowProps) {
  const { cut, item, number, video, timing, absence } = row
  const name = `piece ${number}`
  const words = cut.note || (item.source?.query ? `“${item.source.query}”` : '')
  return (
    <li
      data-row={cut.id}
      className={classNames('cut', fields && 'is-edit', now && 'is-now', absence && 'is-absent')}
      data-dragged={dragged ?? undefined}
      aria-current={now || undefined}
    >
      {can_change && (
        <button type="button" className="cut-grip" aria-label={`Move ${name}`} title="Drag, or Alt + ↑ ↓" {...grip}>
          <GripVertical className="icon" aria-hidden="true" />
        </button>
      )}
      <span className="cut-number">{number}</span>
      <button
        type="button"
        className="cut-picture"
        aria-label={`Show ${name}${words ? `: ${words}` : ''}`}
        disabled={absence !== null}
        onClick={() => actions.show(cut.id)}
      >
        <PiecePicture
          thumbnail_url={row.video?.thumbnail_url ?? null}
          storyboard={row.video?.storyboard ?? null}
          sheets={row.item.sheets}
          start_time={row.item.start_time}
          end_time={row.item.end_time}
          dim={row.absence !== null}
        />
      </button>
      <div className="cut-note">
        {fields?.note ?? (
          <Editable can={can_change} label={`Edit the note of ${name}`} onPress={() => actions.edit(cut.id, 'note')}>
            <span className={classNames('truncate', !words && 'text-text-3')} dir="auto">
              {words || (can_change ? 'No note' : '')}
            </span>
          </Editable>
        )}
        {absence && <span className="cut-why">{WHY[absence]}</span>}
      </div>
      <div className="cut-source">
        <span className="truncate" dir="auto" title={video?.file_name ?? item.video_name}>
          {video?.file_name ?? item.video_name}
        </span>
        <span className="cut-from">
          {video && <span className="truncate">{video.collection_name}</span>}
          {source && item.source && (
            <Link to={source} title="The search that found it">
              <Search className="icon icon-xs" aria-hidden="true" />
              <span className="truncate" dir="auto">
                {item.source.query || 'Similar moments'}
              </span>
            </Link>
          )}
        </span>
      </div>
      <div className="cut-times">
        {fields?.times ?? (
          <Times row={row} can={can_change && !absence} onPress={(field) => actions.edit(cut.id, field)} />
        )}
      </div>
      <span className="cut-length">{timing ? formatLength(lengthOf(cut, timing), timing.rate) : ''}</span>
      <MoreMenu name={name} className="cut-more">
        {can_change && !absence && <MenuItem onSelect={() => actions.edit(cut.id, 'piece')}>Edit</MenuItem>}
        {video && item.state !== 'EXPIRED' && (
          <MenuLink to={`${reviewAddress(video)}?t=${item.start_time ?? 0}`}>Open video</MenuLink>
        )}
        {can_change && (
          <>
            <MenuItem disabled={number === 1} onSelect={() => actions.move(cut.id, number - 2)}>
              Move up
            </MenuItem>
            <MenuItem disabled={number === count} onSelect={() => actions.move(cut.id, number)}>
              Move down
            </MenuItem>
            <MenuLine />
            <MenuItem danger onSelect={() => actions.remove(cut.id)}>
              Remove
            </MenuItem>
          </>
        )}
      </MoreMenu>
      {fields?.line}
    </li>
  )
}

function Editable({
  can,
  label,
  onPress,
  children,
}: {
  can: boolean
  label: string
  onPress: () => void
  children: ReactNode
}) {
  if (!can) return children
  return (
    <button type="button" className="cut-editable" title={label} onClick={onPress}>
      {children}
      <span className="sr-only">, {label}</span>
    </button>
  )
}

function Times({ row, can, onPress }: { row: Row; can: boolean; onPress: (field: 'in' | 'out') => void }) {
  const { cut, video, timing, number } = row
  const format = useFrameFormat()
  if (!timing) return null
  const [from, to] = [cut.start_frame, cut.end_frame - 1].map((frame) =>
    formatPosition(frame, timing, format, video?.timecode ?? null),
  )
  return (
    <>
      <Editable can={can} label={`Edit the in of piece ${number}`} onPress={() => onPress('in')}>
        <time>{from}</time>
      </Editable>
      <span className="faint">–</span>
      <Editable can={can} label={`Edit the out of piece ${number}`} onPress={() => onPress('out')}>
        <time>{to}</time>
      </Editable>
    </>
  )
}
