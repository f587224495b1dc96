import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Mail } from '../../../../platform/mail/mailer.ts'

/** Names of files that a mail lists; it counts the others. */
const LISTED = 20

/** The mail that says what has arrived in a box. */
export function arrivedMail({
  to,
  senders,
  files,
  box,
  link,
}: {
  readonly to: string
  /** Names with the mark of guests, each once. */
  readonly senders: readonly string[]
  readonly files: readonly { readonly file_name: string; readonly file_size: number }[]
  /** Name of the box; null for none. */
  readonly box: string | null
  /** Address of the collection. */
  readonly link: string
}): Mail {
  const videos = files.length === 1 ? '1 video' : `${files.length} videos`
  const subject = `${listOf(senders)} sent ${videos}`
  const bytes = files.reduce((sum, { file_size }) => sum + file_size, 0)
  const names = files.slice(0, LISTED).map(({ file_name, file_size }) => `${file_name}, ${formatFileSize(file_size)}`)
  const more = files.length - names.length
  const text = [
    `${subject}${box === null ? '' : ` for '${box}'`}, ${formatFileSize(bytes)} together. Nothing is under way at the moment.`,
    [...names, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    `Open the collection:\n${link}`,
  ]
  return { to, subject, text: `${text.join('\n\n')}\n`, secret: null }
}

/** For example 'Kim (guest)', 'Kim (guest) and Jun (guest)', 'Kim (guest) and 3 others'. */
function listOf([first = '', second, ...others]: readonly string[]): string {
  if (second === undefined) return first
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} others`
}
