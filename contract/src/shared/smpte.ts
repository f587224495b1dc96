/** SMPTE timecode: labels of frames as editing programs write them. Pure. */
import type { FrameRate } from './frames.ts'

/** The timecode that a file states. */
export interface Timecode {
  /** Number of its first frame: how many labels come before that one, from 00:00:00:00. */
  readonly start: number
  /** Whether its labels skip numbers, to keep up with the clock. */
  readonly drop_frame: boolean
}

/** How the frames of a video are labelled. */
export interface SmpteLabels {
  readonly rate: FrameRate
  /** Number of the label of frame 0. */
  readonly start_frame: number
  readonly drop_frame: boolean
}

const pad = (n: number): string => String(n).padStart(2, '0')

/** Frames a second that SMPTE timecode counts: 24 for 23.976, 30 for 29.97. */
const nominalRate = ({ num, den }: FrameRate): number => Math.max(1, Math.round(num / den))

/**
 * Labels that drop-frame timecode skips each minute except every tenth: 2 at 29.97 and 4 at 59.94 frames a second, 0 at
 * other rates, which have no drop-frame timecode (SMPTE ST 12-1, 12-3).
 */
function skippedLabels({ num, den }: FrameRate): number {
  const rate = num / den
  if (Math.abs(rate - 30_000 / 1001) < 0.005) return 2
  return Math.abs(rate - 60_000 / 1001) < 0.005 ? 4 : 0
}

/** Whether there is drop-frame timecode at a rate. */
export const canDrop = (rate: FrameRate): boolean => skippedLabels(rate) > 0

/** Whether a typed label means drop-frame: it has a semicolon. Null for none. */
export const saysDrop = (label: string | null | undefined): boolean | null => (label ? label.includes(';') : null)

/**
 * How the labels of a timeline are counted, from a typed label of its first frame: its separator says whether in
 * drop-frame, if the rate has that.
 */
export const typedLabels = (rate: FrameRate, typed: string): Omit<SmpteLabels, 'start_frame'> => ({
  rate,
  drop_frame: saysDrop(typed) === true && canDrop(rate),
})

/** The labels of a video: those of its file, or drop-frame where that exists, from 0. */
export const smpteLabels = (rate: FrameRate, timecode: Timecode | null): SmpteLabels => ({
  rate,
  start_frame: timecode?.start ?? 0,
  drop_frame: timecode?.drop_frame ?? canDrop(rate),
})

/** Numbers that labels are made of: frames a second, skipped labels, and frames in minutes, ten minutes and a day. */
function counts({ rate, drop_frame }: Omit<SmpteLabels, 'start_frame'>) {
  const nominal = nominalRate(rate)
  const skipped = drop_frame ? skippedLabels(rate) : 0
  const ten = nominal * 600 - 9 * skipped
  return { nominal, skipped, minute: nominal * 60 - skipped, ten, day: ten * 144 }
}

/**
 * SMPTE timecode of a frame, with a semicolon for drop-frame. After 24 hours labels begin again.
 * @param frame from 0
 * @returns for example `00:01:00;02` for frame 1800 at 29.97, drop-frame from 0
 */
export function formatSmpte(frame: number, labels: SmpteLabels): string {
  const { nominal, skipped, minute, ten, day } = counts(labels)
  const number = (((labels.start_frame + frame) % day) + day) % day
  const minutes = Math.floor(number / ten) * 9 + Math.max(0, Math.floor(((number % ten) - skipped) / minute))
  const label = number + minutes * skipped
  const seconds = Math.floor(label / nominal)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(pad).join(':')
  const digits = Math.max(2, String(nominal - 1).length)
  return `${parts}${labels.drop_frame ? ';' : ':'}${String(label % nominal).padStart(digits, '0')}`
}

/**
 * Reads SMPTE timecode, counted as `labels` say; a colon and a semicolon mean the same. A label before the first frame means the next day.
 * @returns the frame, or null if the text is no timecode or names a label that does not exist
 */
export function parseSmpte(text: string, labels: SmpteLabels): number | null {
  const match = /^(\d{1,2}):([0-5]?\d):([0-5]?\d)[:;](\d{1,3})$/.exec(text.trim())
  if (!match) return null
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = match.slice(1).map(Number)
  const { nominal, skipped, day } = counts(labels)
  if (hours > 23 || frames >= nominal || (minutes % 10 !== 0 && seconds === 0 && frames < skipped)) return null
  const total = hours * 60 + minutes
  const number = (total * 60 + seconds) * nominal + frames - skipped * (total - Math.floor(total / 10))
  return (number - labels.start_frame + day) % day
}
