/** The only formatter of times, frames, durations, bytes and speeds. Pure: it reads no clock and no locale. */
import { commentFrames, commentRange, type FrameTiming, frameAt, frameStart } from './frames.ts'
import { formatSmpte, parseSmpte, smpteLabels, type Timecode } from './smpte.ts'

const pad = (n: number): string => String(n).padStart(2, '0')
const whole = (seconds: number): number => (Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0)

/** A position in a video. @param seconds from the start @returns `m:ss`, or `h:mm:ss` from an hour on */
export function formatTimecode(seconds: number): string {
  const total = whole(seconds)
  const h = Math.floor(total / 3600)
  const m = Math.floor((total % 3600) / 60)
  return h > 0 ? `${h}:${pad(m)}:${pad(total % 60)}` : `${m}:${pad(total % 60)}`
}

/** A range in a video, with spaces around an en dash. @param start seconds @param end seconds */
export const formatRange = (start: number, end: number): string => `${formatTimecode(start)} – ${formatTimecode(end)}`

/** A position as typed into a field. @param seconds from the start @returns `mm:ss`, minutes beyond 59 kept as minutes */
export function formatEntry(seconds: number): string {
  const total = whole(seconds)
  return `${pad(Math.floor(total / 60))}:${pad(total % 60)}`
}

/** Reads `mm:ss` (also `m:ss` and `h:mm:ss`). @returns seconds, or null when it is not a time */
export function parseEntry(text: string): number | null {
  const match = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim())
  if (!match) return null
  const [, hours, minutes, seconds] = match
  if (hours !== undefined && Number(minutes) > 59) return null
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** A time to the millisecond, `hh:mm:ss.mmm`. @param seconds from the start */
export function formatMilliseconds(seconds: number): string {
  const total = Math.max(0, Math.round(seconds * 1000))
  const parts = [Math.floor(total / 3_600_000), Math.floor(total / 60_000) % 60, Math.floor(total / 1000) % 60]
  return `${parts.map(pad).join(':')}.${String(total % 1000).padStart(3, '0')}`
}

/** How the player can write its position. */
export const POSITION_FORMATS = ['time', 'frames', 'smpte'] as const
export type PositionFormat = (typeof POSITION_FORMATS)[number]

/**
 * A frame as a person reads it: `m:ss`, its number, or SMPTE timecode. SMPTE needs a constant rate; at a variable rate
 * the result is the time at which the frame appears, to the millisecond.
 * @param timecode that of the file, if it states one
 */
export function formatPosition(
  frame: number,
  timing: FrameTiming,
  format: PositionFormat,
  timecode: Timecode | null,
): string {
  if (format === 'frames') return String(frame)
  if (format === 'time') return formatTimecode(frameStart(timing, frame))
  return timing.rate
    ? formatSmpte(frame, smpteLabels(timing.rate, timecode))
    : formatMilliseconds(frameStart(timing, frame))
}

/**
 * Reads the text of `formatPosition`, and a time (`m:ss`, `h:mm:ss`, with decimals of the second) in any format.
 * @param timecode that of the file, if it states one
 * @returns the frame, or null when it is neither
 */
export function parsePosition(
  text: string,
  timing: FrameTiming,
  format: PositionFormat,
  timecode: Timecode | null,
): number | null {
  const entry = text.trim()
  if (format === 'frames' && /^\d{1,9}$/.test(entry)) return Number(entry)
  const counted = format === 'smpte' && timing.rate ? parseSmpte(entry, smpteLabels(timing.rate, timecode)) : null
  if (counted !== null) return counted
  const [whole = '', decimals] = entry.split('.', 2)
  const seconds = parseEntry(whole)
  if (seconds === null || (decimals !== undefined && !/^\d{1,9}$/.test(decimals))) return null
  return frameAt(timing, seconds + Number(`0.${decimals ?? 0}`))
}

/** A length as hours, minutes, seconds. @param seconds length @returns for example `0h 2m 1s` */
export function formatDuration(seconds: number): string {
  const total = whole(seconds)
  return `${Math.floor(total / 3600)}h ${Math.floor((total % 3600) / 60)}m ${total % 60}s`
}

const GIGABYTE = 1_073_741_824

/**
 * Storage in GB of 1,073,741,824 bytes, or in TB from 1,024 GB on.
 * @param bytes size
 * @returns for example `1.25 GB`, `3 TB`
 */
export function formatStorage(bytes: number): string {
  const gigabytes = Math.max(0, bytes) / GIGABYTE
  if (gigabytes === 0) return '0 GB'
  if (gigabytes >= 1024) return `${(gigabytes / 1024).toLocaleString('en-US', { maximumFractionDigits: 2 })} TB`
  if (gigabytes < 0.01) return 'under 0.01 GB'
  return `${gigabytes.toLocaleString('en-US', { maximumFractionDigits: gigabytes < 100 ? 2 : 1 })} GB`
}

/** A file's size in the largest unit that keeps it at 1 or more. @param bytes size @returns for example `812 MB`, `1.9 GB` */
export function formatFileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  let value = Math.max(0, bytes)
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

/** Upload speed. @param bytesPerSecond speed @returns in B/s, KB/s or MB/s */
export function formatSpeed(bytesPerSecond: number): string {
  const speed = Math.max(0, bytesPerSecond)
  if (speed < 1024) return `${Math.round(speed)} B/s`
  if (speed < 1024 ** 2) return `${(speed / 1024).toFixed(1)} KB/s`
  return `${(speed / 1024 ** 2).toFixed(1)} MB/s`
}

/** Time that is left. @param seconds left @returns in s, m or h, rounded up */
export function formatRemaining(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–'
  const left = Math.max(0, Math.ceil(seconds))
  if (left < 60) return `${left}s`
  if (left < 3600) return `${Math.ceil(left / 60)}m`
  return `${Math.ceil(left / 3600)}h`
}

/** How long ago. @param at the moment @param now the present @returns days, hours, minutes or 'just now' */
export function formatRelative(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day ago' : `${days} days ago`
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** A date. @returns month name, day, year, in the reader's time zone, for example `October 2, 2025` */
export const formatDate = (at: Date): string => `${MONTHS[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`

/** A moment with its hour. @returns in the reader's time zone, for example `October 2, 2025, 14:05` */
export const formatMoment = (at: Date): string => `${formatDate(at)}, ${formatClock(at)}`

/** Hour and minute of a day. @returns for example `14:05` */
const formatClock = (at: Date): string =>
  [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')

/**
 * The exact time beside `formatRelative`, as short as it is clear.
 * @returns in the reader's time zone: `14:05` of this day, `October 2` of this year, else the whole date
 */
export function formatExact(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return formatClock(at)
  return at.getFullYear() === now.getFullYear() ? `${MONTHS[at.getMonth()]} ${at.getDate()}` : formatDate(at)
}

/** Length of a progress bar. @param share 0 to 1 or beyond @returns percent, 0 to 100 */
export const progressPercent = (share: number): number =>
  Number.isFinite(share) ? Math.min(100, Math.max(0, share * 100)) : 0

/** Where a comment is, for people: SMPTE timecode at a constant rate, otherwise the time. Seconds, the end inclusive. */
export function commentPlace(
  { start_time, end_time }: { readonly start_time: number; readonly end_time: number | null },
  timing: FrameTiming | null,
  timecode: Timecode | null,
): string {
  if (!timing?.rate) return end_time === null ? formatTimecode(start_time) : formatRange(start_time, end_time)
  const labels = smpteLabels(timing.rate, timecode)
  const { first, last } = commentFrames(timing, commentRange({ start_time, end_time }))
  const from = formatSmpte(first, labels)
  return last === first ? from : `${from} – ${formatSmpte(last, labels)}`
}
