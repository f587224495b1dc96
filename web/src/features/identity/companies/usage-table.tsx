import type { UsageItem } from '@footnote/contract/nouns/identity/companies.ts'
import { formatDate, formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { nextOrder, type UsageColumn, type UsageOrder, uploaderOf } from './usage-order.ts'

const PAGE = 50
const COLUMNS: readonly { column: UsageColumn; label: string; className: string }[] = [
  { column: 'file_name', label: 'Video', className: '' },
  { column: 'collection_name', label: 'Collection', className: 'wide-only' },
  { column: 'by', label: 'By', className: 'wide-only' },
  { column: 'minutes', label: 'Minutes', className: 'num' },
  { column: 'bytes', label: 'Storage', className: 'num wide-only' },
  { column: 'created_at', label: 'Date', className: 'num' },
]

interface UsageTableProps {
  /** In the chosen order. */
  items: readonly UsageItem[]
  order: UsageOrder
  onOrder: (order: UsageOrder) => void
}

/** The history row by row; a press on a heading sorts by it. */
export function UsageTable({ items, order, onOrder }: UsageTableProps) {
  const [shown, setShown] = useState(PAGE)
  return (
    <>
      <div className="panel table-wrap">
        <table className="table">
          <thead>
            <tr>
              {COLUMNS.map((head) => (
                <Head key={head.column} {...head} order={order} onOrder={onOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, shown).map((item) => (
              <Row key={item.video_id} item={item} />
            ))}
          </tbody>
        </table>
      </div>
      {items.length > shown && (
        <Button className="mt-3" onClick={() => setShown(shown + 4 * PAGE)}>
          Show more ({(items.length - shown).toLocaleString('en-US')})
        </Button>
      )}
    </>
  )
}

interface HeadProps extends Omit<UsageTableProps, 'items'> {
  column: UsageColumn
  label: string
  className: string
}

function Head({ column, label, className, order, onOrder }: HeadProps) {
  const chosen = order.column === column
  const Icon = order.descending ? ArrowDown : ArrowUp
  return (
    <th className={className} aria-sort={chosen ? (order.descending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className="sort" onClick={() => onOrder(nextOrder(order, column))}>
        {label}
        {chosen && <Icon className="icon icon-xs" aria-hidden="true" />}
      </button>
    </th>
  )
}

function Row({ item }: { item: UsageItem }) {
  return (
    <tr>
      <td className="max-w-[320px] truncate font-medium max-sm:max-w-[116px]" dir="auto">
        {item.file_name}
      </td>
      <td className="wide-only max-w-[240px] truncate text-text-2" dir="auto">
        {item.collection_name ?? 'Deleted'}
      </td>
      <td className="wide-only max-w-[200px] truncate text-text-2" dir="auto">
        {uploaderOf(item) || 'Account deleted'}
      </td>
      <td className="num">{item.minutes.toFixed(1)}</td>
      <td className="num wide-only">{formatFileSize(item.bytes)}</td>
      <td className="num text-text-2">{formatDate(new Date(item.created_at))}</td>
    </tr>
  )
}
