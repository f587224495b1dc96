import { formatFileSize, formatRemaining, formatSpeed } from '@footnote/contract/shared/timecode.ts'
import { isUnfinished, type UploadSlot } from '../upload-list.ts'

/** Everything that is sent, together. */
export interface Totals {
  /** 0 to 1. */
  readonly progress: number
  /** Bytes a second. */
  readonly speed: number
  /** Seconds; null while unknown. */
  readonly remaining: number | null
}

export function totalsOf(slots: readonly UploadSlot[]): Totals {
  const counted = slots.filter(({ status }) => status !== 'duplicate')
  const size = counted.reduce((sum, slot) => sum + slot.size, 0)
  const sent = counted.reduce((sum, slot) => sum + slot.sent, 0)
  const speed = slots.reduce((sum, slot) => sum + slot.speed, 0)
  const going = slots.filter(({ status }) => status === 'uploading' || status === 'waiting')
  const left = going.reduce((sum, slot) => sum + slot.size - slot.sent, 0)
  return { progress: size > 0 ? sent / size : 0, speed, remaining: speed > 0 ? left / speed : null }
}

const numbered = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
const some = (slots: readonly UploadSlot[], ...statuses: readonly UploadSlot['status'][]) =>
  slots.filter(({ status }) => statuses.includes(status))

/** Heading of the panel, and what its files wait for. */
export function headingOf(slots: readonly UploadSlot[], interrupted: number): { title: string; state: string } {
  const moving = some(slots, 'uploading', 'waiting')
  const unfinished = slots.filter(isUnfinished)
  if (moving.length > 0) return { title: `Uploading ${numbered(moving.length, 'video')}`, state: '' }
  if (some(slots, 'offline').length > 0) return { title: numbered(unfinished.length, 'upload'), state: 'waiting' }
  if (some(slots, 'paused').length > 0) return { title: numbered(unfinished.length, 'upload'), state: 'paused' }
  const asked = some(slots, 'duplicate')
  if (asked.length > 0) return { title: hereAlready(asked.length), state: '' }
  if (unfinished.length > 0) return { title: `${numbered(unfinished.length, 'video')} not uploaded`, state: '' }
  if (slots.length === 0) return { title: numbered(interrupted, 'upload'), state: 'interrupted' }
  const sent = some(slots, 'completed')
  const skipped = some(slots, 'skipped').length
  const state = skipped > 0 ? `${skipped} skipped` : ''
  return { title: sent.length > 0 ? `Uploaded ${numbered(sent.length, 'video')}` : 'Nothing new to upload', state }
}

/** Says how many files wait for a decision. */
export const hereAlready = (count: number): string =>
  `${numbered(count, 'file')} ${count === 1 ? 'is' : 'are'} here already`

/** What a screen reader announces: it changes with the state, and at each quarter of the way. */
export function announcementOf(slots: readonly UploadSlot[], interrupted: number): string {
  const { title, state } = headingOf(slots, interrupted)
  const quarter = Math.floor(totalsOf(slots).progress * 4) * 25
  if (some(slots, 'offline').length > 0) return `${title}. Waiting for the network.`
  const asked = some(slots, 'duplicate').length
  if (asked > 0) return title === hereAlready(asked) ? title : `${title}. ${hereAlready(asked)}.`
  if (state) return `${title}, ${state}`
  return title.startsWith('Uploading') && quarter > 0 ? `${title}: ${quarter}%` : title
}

/** How much of a size has arrived. @returns for example `5.2 of 9.8 GB`, `812 MB of 1.9 GB` */
export function shareOf(sent: number, size: number): string {
  const [some_bytes, unit] = formatFileSize(sent).split(' ')
  const all = formatFileSize(size)
  return all.endsWith(` ${unit}`) ? `${some_bytes} of ${all}` : `${some_bytes} ${unit} of ${all}`
}

/** The state of one file in words, in the order in which a line shows them. */
export function wordsOf({ status, sent, size, speed }: UploadSlot): readonly string[] {
  // The server does the last step, so 100 % is shown when the file is a video.
  const percent = `${size > 0 ? Math.min(99, Math.floor((sent / size) * 100)) : 0}%`
  if (status === 'waiting') return sent > 0 ? [percent, 'Queued'] : ['Queued']
  if (status === 'paused') return [percent, 'Paused', `${shareOf(sent, size)} kept`]
  if (status !== 'uploading') return [percent]
  return [percent, ...(speed > 0 ? [formatSpeed(speed), `${formatRemaining((size - sent) / speed)} left`] : [])]
}

/** Lines of a state that the panel shows at most: a folder can have thousands. */
const SHOWN = 20

/** The files to show in their order, and how many others there are. */
export function shownOf(slots: readonly UploadSlot[]): {
  readonly shown: readonly UploadSlot[]
  readonly queued: number
  readonly finished: number
  readonly stopped: number
} {
  const queued = some(slots, 'waiting')
  const finished = some(slots, 'completed', 'skipped')
  const stopped = some(slots, 'error', 'duplicate')
  const hidden = new Set([...queued.slice(SHOWN), ...finished.slice(0, -SHOWN), ...stopped.slice(10 * SHOWN)])
  return {
    shown: hidden.size > 0 ? slots.filter((slot) => !hidden.has(slot)) : slots,
    queued: Math.max(0, queued.length - SHOWN),
    finished: Math.max(0, finished.length - SHOWN),
    stopped: Math.max(0, stopped.length - 10 * SHOWN),
  }
}
