import type { UsageItem } from '@footnote/contract/nouns/companies.ts'
import { uploaderOf } from './usage-order.ts'

const HEAD = ['Video', 'Collection', 'By', 'E-mail', 'Minutes', 'Bytes', 'Indexed at']

/**
 * A cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front, as OWASP
 * advises against CSV injection.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[\s\0]*[=+\-@\t\r\n|%＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The history as a CSV file that spreadsheets read as UTF-8. */
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
  return `\uFEFF${[HEAD, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}
