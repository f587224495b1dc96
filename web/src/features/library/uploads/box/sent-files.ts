import type { SentFile } from '@footnote/contract/nouns/review/sharing/box.ts'
import { formatRemaining, formatSpeed } from '@footnote/contract/shared/timecode.ts'
import { shareOf } from '../panel/totals.ts'

/**
 * A file of a box: it waits for its turn, is sent, waits for the network, was paused, needs to be chosen again, failed,
 * has arrived, or is left out.
 */
export interface BoxFile {
  readonly id: number
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly status: 'waiting' | 'sending' | 'offline' | 'paused' | 'needs_file' | 'failed' | 'arrived' | 'left_out'
  /** Id of its upload; null before that begins. */
  readonly file_id: string | null
  /** Bytes that have arrived. */
  readonly sent: number
  /** Bytes a second. */
  readonly speed: number
  /** Why it failed or is left out. */
  readonly why: string
  /** Milliseconds since 1970. */
  readonly at: number | null
  /** SHA-256 of both ends of an interrupted file. */
  readonly ends: string | null
}

let ids = 0
export const nextId = (): number => ++ids

/** A file that the server knows and this page does not have. */
export const knownFile = ({
  file_id,
  file_name,
  file_size,
  received,
  ends,
  arrived_at,
  moved_at,
}: SentFile): BoxFile => ({
  ...{ id: nextId(), name: file_name, size: file_size, file_id, sent: received, speed: 0, why: '', ends },
  status: arrived_at ? 'arrived' : 'needs_file',
  at: timeOf(arrived_at ?? moved_at),
})

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text))

/** Files that are to be sent or are here. */
export const isCounted = ({ status }: BoxFile): boolean => status !== 'left_out'
const MOVING: readonly BoxFile['status'][] = ['waiting', 'sending', 'offline']
export const isMoving = ({ status }: BoxFile): boolean => MOVING.includes(status)

/** All files together. */
export interface BoxTotals {
  readonly count: number
  readonly arrived: number
  readonly size: number
  readonly sent: number
  /** Bytes a second. */
  readonly speed: number
  /** Seconds; null while unknown. */
  readonly remaining: number | null
}

export function totalsOf(files: readonly BoxFile[]): BoxTotals {
  const counted = files.filter(isCounted)
  const sum = (value: (file: BoxFile) => number) => counted.reduce((total, file) => total + value(file), 0)
  const [size, sent, speed] = [sum((file) => file.size), sum((file) => file.sent), sum((file) => file.speed)]
  const left = counted.filter(isMoving).reduce((total, file) => total + file.size - file.sent, 0)
  return {
    ...{ count: counted.length, size, sent, speed },
    arrived: counted.filter(({ status }) => status === 'arrived').length,
    remaining: speed > 0 ? left / speed : null,
  }
}

/** For example '41.2 of 90.0 GB · about 19 min left at 42 MB/s'. */
export const totalsWords = ({ sent, size, speed, remaining }: BoxTotals): string =>
  shareOf(sent, size) +
  (remaining === null ? '' : ` · about ${formatRemaining(remaining)} left at ${formatSpeed(speed)}`)

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** For example 'All six have arrived' or '2 of 6 have arrived'. */
export function headingOf({ arrived, count }: BoxTotals): string {
  if (arrived < count) return `${arrived} of ${count} have arrived`
  if (count <= 2) return count === 1 ? 'Your video has arrived' : 'Both have arrived'
  return `All ${NUMBERS[count] ?? count} have arrived`
}

/** The state of a file in words. */
export function stateWords(file: BoxFile): string {
  const { status, sent, size, speed, why } = file
  const percent = `${size > 0 ? Math.min(99, Math.floor((sent / size) * 100)) : 0} %`
  const share = `${percent} · ${shareOf(sent, size)}`
  if (status === 'waiting') return sent > 0 ? `${percent} · Waiting` : 'Waiting'
  if (status === 'sending') return speed > 0 ? `${share} · ${formatSpeed(speed)}` : share
  if (status === 'offline') return `${percent} · Waits for the network`
  if (status === 'paused') return `Paused · ${share}`
  if (status === 'needs_file')
    return `Needs its file · ${sent > 0 ? `${shareOf(sent, size)} sent` : 'nothing sent yet'}`
  if (status === 'arrived') return `Arrived${file.at === null ? '' : `, ${timeWords(file.at)}`}`
  return why
}

/** For example '14:21', with the day unless it is today. */
export function timeWords(at: number, now = new Date()): string {
  const date = new Date(at)
  const clock = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const day =
    date.toDateString() === now.toDateString()
      ? ''
      : `${date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}, `
  return day + clock
}
