import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

/** A message to one person. Text is plain ASCII in lines of at most 76 characters, so that it travels as 7 bit. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The code or link that the message is about. */
  readonly secret: { readonly kind: 'code' | 'link'; readonly value: string } | null
}

export interface Mailer {
  readonly kind: 'smtp' | 'outbox'
  /** Takes a message over. By SMTP it leaves in the background, so that an answer's time tells nothing about an address. */
  send(mail: Mail): Promise<void>
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
  const leaving = new Set<Promise<void>>()
  const deliver = async (mail: Mail) => {
    for (const pause of [...RETRIES, null]) {
      try {
        await transport.sendMail({ from: options.mail_from, to: mail.to, subject: mail.subject, text: mail.text })
        return
      } catch (error) {
        if (pause === null) options.onFailure(error)
        else await wait(pause, undefined, { ref: false })
      }
    }
  }
  return {
    kind: 'smtp',
    async send(mail) {
      const delivery = deliver(mail).finally(() => leaving.delete(delivery))
      leaving.add(delivery)
    },
    async close() {
      await Promise.race([Promise.all(leaving), wait(3_000, undefined, { ref: false })])
      transport.close()
    },
  }
}

function outboxMailer(options: MailOptions): Mailer {
  const folder = path.join(options.data_dir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    kind: 'outbox',
    async send(mail) {
      const headers: Record<string, string> = {}
      if (mail.secret) headers[mail.secret.kind === 'code' ? 'X-Footnote-Code' : 'X-Footnote-Link'] = mail.secret.value
      const built = await transport.sendMail({
        from: options.mail_from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        headers,
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${Date.now()}-${randomUUID()}.eml`)
      // A reader of the folder never meets half a message.
      await writeFile(`${file}.part`, built.message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      if (mail.secret) options.announce(`Mail to ${mail.to}: ${mail.subject}: ${mail.secret.value}`)
    },
    async close() {},
  }
}
