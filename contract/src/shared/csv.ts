/** Text that a spreadsheet would run as a formula, with the apostrophes in front that have made it harmless. */
const FORMULA = /^'*[\s\0]*[=+\-@\t\r\n|%＝＋－＠]/

/**
 * A cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front, as OWASP
 * advises against CSV injection; `textOfCell` takes it away again. Semicolons and tabs are quoted, too, so that a program
 * that guesses the separator takes none of them for it. No line `sep=,` names the comma: most programs would read it as a
 * row.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",;\t\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text that `csvCell` made a cell of. */
export const textOfCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

/** A row of a CSV file, without its end. */
export const csvRow = (cells: readonly (string | number)[]): string => cells.map(csvCell).join(',')

/** A CSV file that spreadsheets read as UTF-8. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map(csvRow).join('\r\n')}\r\n`
