import { randomUUID } from 'node:crypto'
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import path from 'node:path'
import { printable } from '@footnote/contract/shared/text.ts'
import { createTransport } from 'nodemailer'
import { UnreachableError } from '../errors.ts'

/** A message to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for programs that show HTML; absent for mails that are text alone. */
  readonly html?: string
  /** A UUID that stays when the mail is sent again, so that mailboxes can drop the second one. */
  readonly id?: string
  /** The code or link in the message. */
  readonly secret: { readonly kind: 'code' | 'link'; readonly value: string; readonly longer?: string } | null
  /** Address that ends mails of this kind with one POST (RFC 8058); absent for requested mails. */
  readonly unsubscribe_url?: string
  /** Seconds for which its code or link works; absent for a message that never expires. */
  readonly valid_for?: number
}

/** The mail server refuses this message for good. */
export class MailRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'MailRefused'
  }
}

/** Sends mail. No error contains the code or link of a message. */
export interface Mailer {
  readonly kind: 'smtp' | 'outbox'
  /**
   * Sends a message to the mail server, or writes it to the outbox.
   * @throws UnreachableError, MailRefused; any other error concerns this attempt only
   */
  send(mail: Mail): Promise<void>
  /**
   * Does the same work as `send`, including failures, but delivers nothing, so that its cost reveals nothing to
   * strangers.
   */
  rehearse(mail: Mail): Promise<void>
  close(): void
}

/** Destination of mail. */
export interface MailOptions {
  readonly smtp_url: string | null
  readonly mail_from: string
  /** Address of the product. */
  readonly public_url: string
  readonly data_dir: string
  /** Receives the code or link of a message in the outbox, for the person at the console. */
  readonly announce: (line: string) => void
}

/** Opens the mailer: SMTP if it is set, otherwise files in `DATA_DIR/outbox`. */
export function openMailer(options: MailOptions): Mailer {
  return options.smtp_url ? smtpMailer(options.smtp_url, options) : outboxMailer(options)
}

/** nodemailer's codes for a mail server that does not answer. */
const AWAY = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS']
/** nodemailer's codes for a sender, a recipient or a text that the server rejects. */
const REFUSED = ['EENVELOPE', 'EMESSAGE']

/**
 * Copies an error of nodemailer without its record of the conversation, since servers quote the links that they refuse.
 */
function failureOf(thrown: unknown, { secret }: Mail): Error {
  const { message, code, responseCode } = thrown as Error & { code?: string; responseCode?: number }
  const secrets = secret ? [secret.longer, secret.value].filter((text) => text !== undefined) : []
  const sentence = secrets.reduce((text, hidden) => text.replaceAll(hidden, '(secret)'), message)
  // Replies of 4xx are temporary, those of 5xx permanent (RFC 5321, section 4.2.1).
  if (REFUSED.includes(code ?? '') && (responseCode ?? 0) >= 500) return new MailRefused(sentence)
  const failure = Object.assign(new Error(sentence), { code, responseCode })
  return AWAY.includes(code ?? '') ? new UnreachableError('mail server', failure) : failure
}

/**
 * The name for the greeting of a mail server (RFC 5321, section 4.1.1.1): the host of the product, else that of the
 * sender. Strict servers refuse an address of the machine. `?name=` in the server's address wins.
 */
function greetingName({ public_url, mail_from }: MailOptions): string | undefined {
  return [new URL(public_url).hostname, senderHost(mail_from)].find(
    (host) => /[a-z]\.[a-z]/i.test(host) && isIP(host) === 0,
  )
}

function smtpMailer(url: string, options: MailOptions): Mailer {
  const { mail_from } = options
  const transport = createTransport({ url, name: greetingName(options) })
  const builder = createTransport({ streamTransport: true, buffer: true })
  const trying = (act: (mail: Mail) => Promise<unknown>) => async (mail: Mail) => {
    await act(mail).catch((error) => {
      throw failureOf(error, mail)
    })
  }
  return {
    kind: 'smtp',
    send: trying((mail) => transport.sendMail(messageOf(mail, mail_from))),
    // Connecting and signing in are most of the cost of a message.
    rehearse: trying(async (mail) => {
      await builder.sendMail(messageOf(mail, mail_from))
      await transport.verify()
    }),
    close: () => transport.close(),
  }
}

function messageOf(mail: Mail, from: string) {
  const headers: Record<string, string> = mail.unsubscribe_url
    ? { 'List-Unsubscribe': `<${mail.unsubscribe_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}
  // A string would be parsed as a list: a comma in an address would make two.
  const to = { name: '', address: mail.to }
  const message = { from, to, subject: mail.subject, text: mail.text, headers }
  const { html, id } = mail
  return { ...message, ...(html && { html }), ...(id && { messageId: `<${id}@${senderHost(from) || 'footnote'}>` }) }
}

const senderHost = (from: string): string => /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? ''

/** Unlike SMTP, a file has no longest line: keeps headers and links in one piece, and ASCII unencoded. */
function unfolded(message: string, text: string): string {
  const end = message.indexOf('\n\n')
  const head = message.slice(0, end).replace(/\n[ \t]+/g, ' ')
  if (/^Content-Type: multipart/m.test(head)) return head + message.slice(end)
  if (!/^\p{ASCII}*$/u.test(text)) return head + message.slice(end)
  return `${head.replace(/^(Content-Transfer-Encoding:) quoted-printable$/m, '$1 7bit')}\n\n${text}`
}

function outboxMailer(options: MailOptions): Mailer {
  const folder = path.join(options.data_dir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  /** @returns final path of the message; until it is complete its name ends in `.part` */
  const write = async (mail: Mail): Promise<string> => {
    // In microseconds, so that names sort in the order of the mails.
    const sent_at = Math.floor(1_000 * (performance.timeOrigin + performance.now()))
    const file = path.join(folder, `${sent_at}-${randomUUID()}.eml`)
    const message = messageOf(mail, options.mail_from)
    const secret: Record<string, string> = mail.secret
      ? { [mail.secret.kind === 'code' ? 'X-Footnote-Code' : 'X-Footnote-Link']: mail.secret.value }
      : {}
    const built = await transport.sendMail({ ...message, headers: { ...message.headers, ...secret } })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${file}.part`, unfolded(String(built.message), mail.text), { mode: 0o600 })
    return file
  }
  return {
    kind: 'outbox',
    async send(mail) {
      const file = await write(mail)
      // The renaming hides incomplete messages from readers of the folder.
      await rename(`${file}.part`, file)
      if (mail.secret) options.announce(printable(`Mail to ${mail.to}: ${mail.subject}: ${mail.secret.value}`))
    },
    rehearse: async (mail) => unlink(`${await write(mail)}.part`),
    close: () => undefined,
  }
}
