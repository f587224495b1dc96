import { type Lines, openLines } from './log-lines.ts'
import type { Log } from './queue/jobs.ts'

/** Severities in pino's numbers, so that the same tools read the worker's and the API's lines. */
const LEVELS: Readonly<Record<string, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
  silent: Number.POSITIVE_INFINITY,
}

/** Writes structured lines. @param level the least severe one to write @param lines the standard output, as JSON, by default */
export function openLog(level: string, lines: Lines = openLines(false)): Log {
  const least = LEVELS[level] ?? 30
  const writer = (severity: number) => (details: object, message: string) => {
    if (severity < least) return
    const line = { level: severity, time: Date.now(), pid: process.pid, ...plain(details), msg: message }
    lines.write(JSON.stringify(line))
  }
  return { info: writer(30), warn: writer(40), error: writer(50) }
}

/** JSON omits the fields of errors, so this copies their text. */
function plain(details: object): object {
  if (!('err' in details) || !(details.err instanceof Error)) return details
  const { err } = details
  const { message, stack, cause } = err
  const extra = Object.fromEntries(Object.entries(err).filter(([, value]) => typeof value === 'string'))
  return { ...details, err: { type: err.name, message, stack, ...extra, ...(cause ? { cause: String(cause) } : {}) } }
}
