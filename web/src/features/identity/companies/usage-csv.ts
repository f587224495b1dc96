import type { UsageItem } from '@footnote/contract/nouns/identity/companies.ts'
import { csvFile } from '@footnote/contract/shared/csv.ts'
import { uploaderOf } from './usage-order.ts'

const HEAD = ['Video', 'Collection', 'By', 'E-mail', 'Minutes', 'Bytes', 'Indexed at']

/** The history as a CSV file. */
export function usageCsv(items: readonly UsageItem[]): string {
  const rows = items.map((item) => [
    item.file_name,
    item.collection_name ?? '',
    uploaderOf(item),
    item.email ?? '',
    Math.round(item.minutes * 100) / 100,
    item.bytes,
    item.created_at,
  ])
  return csvFile([HEAD, ...rows])
}
