import { onOneLine } from '../discussion.ts'

/** A cut of a list, and the lines below it. */
export interface EdlEvent {
  /** Name of the source, at most eight characters. */
  readonly reel: string
  /** Timecodes of the source and of the record, from the first frame to the one that is not shown any more. */
  readonly times: readonly [source_in: string, source_out: string, record_in: string, record_out: string]
  readonly notes: readonly string[]
  /** Whether the sound is cut with the picture. */
  readonly sound?: boolean
}

/** An edit decision list (CMX 3600), with at most 999 events. */
export function edl(title: string, drop_frame: boolean, events: readonly EdlEvent[]): string {
  const head = [`TITLE: ${onOneLine(title)}`, `FCM: ${drop_frame ? 'DROP FRAME' : 'NON-DROP FRAME'}`, '']
  const lines = events.flatMap(({ reel, times, notes, sound }, place) => {
    const number = String(place + 1).padStart(3, '0')
    return [`${number}  ${reel.padEnd(8)} ${sound ? 'AA/V ' : 'V    '} C        ${times.join(' ')}  `, ...notes, '']
  })
  return [...head, ...lines].map((line) => `${line}\r\n`).join('')
}
