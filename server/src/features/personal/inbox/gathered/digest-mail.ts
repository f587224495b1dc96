import type { Mail } from '../../../../platform/mail/mailer.ts'
import type { Services } from '../../../services.ts'
import { notificationMail } from '../messages.ts'
import type { Digest, DigestLine } from './digest.ts'
import { digestHtml } from './digest-html.ts'
import { digestPeriod, digestSubject, doing, LEFT_OUT, statusOf } from './digest-words.ts'
import { readDigest } from './read-digest.ts'

/**
 * The mail about several lines, with what its reader may see now.
 * @returns null when no line is left
 */
export async function gatheredMail(services: Pick<Services, 'db' | 'config'>, mail_id: string): Promise<Mail | null> {
  const read = await readDigest(services, mail_id)
  if (!read) return null
  const { digest, only } = read
  const { to, public_url, endings } = digest
  const unsubscribe_url = endings[0]?.url ?? ''
  const subject = digestSubject(digest)
  const mail = { id: mail_id, to, subject, text: digestText(digest), secret: null, unsubscribe_url }
  // Alone it is the mail that the notification would have by itself.
  const single = only && notificationMail(to, only.kind, only.row, { public_url, unsubscribe_url })
  const { subject: title, text } = single ?? mail
  return { ...mail, subject: title, text, html: digestHtml({ ...digest, title }) }
}

/** The text of a mail, for programs that show no HTML. */
function digestText(digest: Digest): string {
  const { notices, videos, more, endings, settings_url, time_zone } = digest
  const parts = [
    `${digestSubject(digest)}, ${digestPeriod(digest)}`,
    ...notices.map(({ subject, body, link }) =>
      [subject, body, link && `${link.words}: ${link.url}`].filter(Boolean).join('\n'),
    ),
    ...videos.flatMap((video) => [
      [`${video.name}, version ${video.version}`, statusOf(video, time_zone)].filter(Boolean).join(': '),
      ...video.lines.map(textOf),
    ]),
    ...(more ? [LEFT_OUT] : []),
    ...(settings_url ? [`Choose how often: ${settings_url}`] : []),
    endings.map(({ name, url }) => `Stop mails about ${name}: ${url}`).join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function textOf(line: DigestLine): string {
  const { number, place, author, text, url, replies_to } = line
  const indent = replies_to === undefined ? '' : '  '
  const head = [number, place, author, doing(line)].filter(Boolean).join(' ')
  return `${indent}${head}: ${text.replaceAll('\n', `\n${indent}`)}\n${indent}${url}`
}
