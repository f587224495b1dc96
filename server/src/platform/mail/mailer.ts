import { randomUUID } from 'node:crypto'
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { printable } from '@footnote/contract/shared/text.ts'
import { createTransport } from 'nodemailer'

/** A message to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The code or link that the message is about. */
  readonly secret: { readonly kind: 'code' | 'link'; readonly value: string } | null
  /** Address that ends mails of this kind with one POST (RFC 8058); absent for what somebody asked for. */
  readonly unsubscribe_url?: string
}

export interface Mailer {
  readonly kind: 'smtp' | 'outbox'
  /** Takes a message over. By SMTP it leaves in the background. */
  send(mail: Mail): Promise<void>
  /** Does the work of `send`, failures included, and lets nobody have the message: what follows an answer tells no more than the answer. */
  rehearse(mail: Mail): Promise<void>
  /** Waits for messages that are still leaving. */
  close(): Promise<void>
}

/** Where mail goes, and how failures are told. */
export interface MailOptions {
  readonly smtp_url: string | null
  readonly mail_from: string
  readonly data_dir: string
  /** Called with an error after the last try; never with the message's secret. */
  readonly onFailure: (error: unknown) => void
  /** Told the code or link of a message in the outbox, for the person at the console. */
  readonly announce: (line: string) => void
}

/** Opens the way that mail leaves: SMTP when it is set, otherwise files in `DATA_DIR/outbox`. */
export function openMailer(options: MailOptions): Mailer {
  return options.smtp_url ? smtpMailer(options.smtp_url, options) : outboxMailer(options)
}

/** Waits before the second and third try, in milliseconds. */
const RETRIES = [2_000, 10_000]

function smtpMailer(url: string, options: MailOptions): Mailer {
  const transport = createTransport(url)
  const builder = createTransport({ streamTransport: true, buffer: true })
  const leaving = new Set<Promise<void>>()
  const sendOnce = (mail: Mail) => transport.sendMail(messageOf(mail, options.mail_from))
  // Connects and signs in as for a message, which is most of what one costs.
  const rehearseOnce = async (mail: Mail) => {
    await builder.sendMail(messageOf(mail, options.mail_from))
    await transport.verify()
  }
  const deliver = async (mail: Mail, once: (mail: Mail) => Promise<unknown>) => {
    for (const pause of [...RETRIES, null]) {
      try {
        await once(mail)
        return
      } catch (error) {
        if (pause === null) options.onFailure(error)
        else await wait(pause, undefined, { ref: false })
      }
    }
  }
  const leave = (mail: Mail, once: (mail: Mail) => Promise<unknown>) => {
    const delivery = deliver(mail, once).finally(() => leaving.delete(delivery))
    leaving.add(delivery)
  }
  return {
    kind: 'smtp',
    send: async (mail) => leave(mail, sendOnce),
    rehearse: async (mail) => leave(mail, rehearseOnce),
    async close() {
      await Promise.race([Promise.all(leaving), wait(3_000, undefined, { ref: false })])
      transport.close()
    },
  }
}

function messageOf(mail: Mail, from: string) {
  const headers: Record<string, string> = mail.unsubscribe_url
    ? { 'List-Unsubscribe': `<${mail.unsubscribe_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}
  // As a string it would be read as a list: a comma in an address would make it two.
  return { from, to: { name: '', address: mail.to }, subject: mail.subject, text: mail.text, headers }
}

/** A file has no longest line, as SMTP has one: headers and links stand in it in one piece, and what is ASCII as it is. */
function unfolded(message: string, text: string): string {
  const end = message.indexOf('\n\n')
  const head = message.slice(0, end).replace(/\n[ \t]+/g, ' ')
  if (!/^\p{ASCII}*$/u.test(text)) return head + message.slice(end)
  return `${head.replace(/^(Content-Transfer-Encoding:) quoted-printable$/m, '$1 7bit')}\n\n${text}`
}

function outboxMailer(options: MailOptions): Mailer {
  const folder = path.join(options.data_dir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  /** @returns path of the message as it will be called; until it is whole its name ends in `.part` */
  const write = async (mail: Mail): Promise<string> => {
    const file = path.join(folder, `${Date.now()}-${randomUUID()}.eml`)
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
      // A reader of the folder never meets half a message.
      await rename(`${file}.part`, file)
      if (mail.secret) options.announce(printable(`Mail to ${mail.to}: ${mail.subject}: ${mail.secret.value}`))
    },
    rehearse: async (mail) => unlink(`${await write(mail)}.part`),
    async close() {},
  }
}
