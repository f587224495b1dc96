import { styleText } from 'node:util'
import { printable } from '@footnote/contract/shared/text.ts'

export const LOG_FORMATS = ['auto', 'pretty', 'json'] as const

/** Writes lines of JSON, as pino makes them. */
export interface Lines {
  write(json: string): void
}

/** Words for pino's numbers, from the most severe. */
const NAMES = [
  [60, 'fatal'],
  [50, 'error'],
  [40, 'warn'],
  [30, 'info'],
  [20, 'debug'],
] as const
const HEALTH = '/api/health'
/** Lines of a request whose last line says the same. */
const IN_ITS_LAST_LINE = ['incoming request', 'stream closed prematurely']
/** Fields that a reader at a terminal does not need, or that the line shows in another way. */
const NOT_SHOWN = ['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId']

/**
 * Whether lines are for people.
 * @param setting LOG_FORMAT: `pretty`, `json`, or `auto` and everything else for the former at a terminal only
 */
export const isPretty = (setting: string | undefined, terminal = process.stdout.isTTY === true): boolean =>
  setting === 'pretty' || (setting !== 'json' && terminal)

/** Writes to the standard output, in the form for people or as it is. */
export function openLines(pretty: boolean): Lines {
  const worded = pretty ? forPeople() : printable
  return {
    write(json) {
      const text = worded(json.trimEnd())
      if (text !== null) process.stdout.write(`${text}\n`)
    },
  }
}

/**
 * Makes lines for people. A request becomes one line, when it has ended; the supervisor's and a monitor's questions
 * after health become none.
 */
export function forPeople(): (json: string) => string | null {
  const requests = new Map<unknown, unknown>()
  return (json) => {
    const line = parsed(json)
    if (!line) return printable(json)
    if (line.req !== undefined) requests.set(line.reqId, line.req)
    const req = requests.get(line.reqId)
    const ended = line.responseTime !== undefined
    if (ended) requests.delete(line.reqId)
    if (IN_ITS_LAST_LINE.includes(String(line.msg))) return null
    if (ended && (req as { route?: unknown } | undefined)?.route === HEALTH) return null
    return prettyLine(req ? { ...line, req } : line)
  }
}

/** A line for people: the local time, the level, the message, the fields, and below them the stack of an error. */
function prettyLine(line: Readonly<Record<string, unknown>>): string {
  const level = NAMES.find(([number]) => Number(line.level) >= number)?.[1] ?? 'trace'
  const colour = level === 'error' || level === 'fatal' ? 'red' : level === 'warn' ? 'yellow' : 'dim'
  const fields = Object.entries(line).flatMap(([name, value]) => (NOT_SHOWN.includes(name) ? [] : shown(name, value)))
  const head = [
    new Date(Number(line.time)).toTimeString().slice(0, 8),
    styleText(colour, level.padEnd(5)),
    printable(String(line.msg ?? '')),
    ...(fields.length > 0 ? [styleText('dim', printable(fields.join(' ')))] : []),
  ].join('  ')
  const { message = '', stack } = (line.err ?? {}) as { message?: string; stack?: string }
  const below = (stack ?? message).split('\n').filter(Boolean)
  return [head, ...below.map((part) => `    ${printable(part)}`)].join('\n')
}

function shown(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([inner, part]) => shown(inner, part))
  if (typeof value === 'number') return [`${name}=${Math.round(value * 1_000) / 1_000}`]
  if (Array.isArray(value)) return value.length > 0 ? [`${name}=${value.length}`] : []
  const text = String(value)
  return [`${name}=${/^[\w./:@+-]+$/.test(text) ? text : JSON.stringify(text)}`]
}

function parsed(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const line: unknown = JSON.parse(json)
    return typeof line === 'object' && line !== null ? (line as Record<string, unknown>) : null
  } catch {
    return null
  }
}
