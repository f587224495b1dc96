import type { UsageItem } from '@footnote/contract/nouns/identity/companies.ts'
import { USAGE_HISTORY } from '@footnote/contract/shared/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { saveFile } from '../../../lib/calls/save-file.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Unloaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { usageHistoryQuery } from './api.ts'
import { UsageChart } from './usage-chart.tsx'
import { usageCsv } from './usage-csv.ts'
import { usageDays } from './usage-days.ts'
import { sortUsage, type UsageOrder } from './usage-order.ts'
import { UsageTable } from './usage-table.tsx'

const DAYS = 30

/** Indexed videos with their dates and uploaders. @param brief the chart only */
export function UsageHistory({ brief = false }: { brief?: boolean }) {
  const { data, isPending, refetch } = useQuery(usageHistoryQuery())
  if (!data)
    return (
      <Unloaded loading={isPending} what="The usage history could not be loaded." onRetry={refetch}>
        <Skeleton className="h-[150px]" />
      </Unloaded>
    )
  if (data.items.length === 0)
    return <EmptyState fact="Nothing has been indexed yet" next="Upload a video to see what it uses." />
  return (
    <>
      <UsageChart days={usageDays(data.items, DAYS, new Date())} />
      {!brief && <History {...data} />}
    </>
  )
}

function History({ items, truncated }: { items: readonly UsageItem[]; truncated: boolean }) {
  const [order, setOrder] = useState<UsageOrder>({ column: 'created_at', descending: true })
  const sorted = useMemo(() => sortUsage(items, order), [items, order])
  return (
    <>
      <div className="section-head">
        <h2>Videos</h2>
        <span>{items.length.toLocaleString('en-US')}</span>
        <Button className="ml-auto" size="sm" onClick={() => download(sorted)}>
          <Download className="icon icon-sm" aria-hidden="true" />
          Download CSV
        </Button>
      </div>
      {truncated && (
        <p className="mb-3 text-text-2">
          The newest {USAGE_HISTORY.max.toLocaleString('en-US')} videos. Earlier ones count, but are not listed.
        </p>
      )}
      <UsageTable items={sorted} order={order} onOrder={setOrder} />
    </>
  )
}

function download(items: readonly UsageItem[]): void {
  const file = new Blob([usageCsv(items)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `footnote-usage-${new Date().toISOString().slice(0, 10)}.csv`)
}
