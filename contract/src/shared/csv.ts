/**
 * A cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front, as OWASP
 * advises against CSV injection.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[\s\0]*[=+\-@\t\r\n|%＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A CSV file that spreadsheets read as UTF-8. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
