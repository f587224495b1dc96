import type { UsageItem } from '@footnote/contract/nouns/identity/companies.ts'

/** Columns to sort the history by. */
export const USAGE_COLUMNS = ['file_name', 'collection_name', 'by', 'minutes', 'bytes', 'created_at'] as const
export type UsageColumn = (typeof USAGE_COLUMNS)[number]
export interface UsageOrder {
  readonly column: UsageColumn
  readonly descending: boolean
}

/** Who uploaded it; empty after their account is deleted. */
export const uploaderOf = ({ first_name, last_name, email }: UsageItem): string =>
  `${first_name} ${last_name}`.trim() || (email ?? '')

const cellOf = (item: UsageItem, column: UsageColumn): string | number =>
  column === 'by' ? uploaderOf(item) : (item[column] ?? '')

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true })

/** The history in an order; equal entries stay newest first. */
export function sortUsage(items: readonly UsageItem[], { column, descending }: UsageOrder): UsageItem[] {
  const sign = descending ? -1 : 1
  return [...items].sort((a, b) => sign * compare(cellOf(a, column), cellOf(b, column)))
}

/** The order after a press on a column's heading: numbers and dates start with the largest. */
export const nextOrder = (order: UsageOrder, column: UsageColumn): UsageOrder =>
  order.column === column
    ? { column, descending: !order.descending }
    : { column, descending: column === 'minutes' || column === 'bytes' || column === 'created_at' }
