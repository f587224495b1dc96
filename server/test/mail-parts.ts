import { readableMail } from './readable-mail.ts'

/** A message of the outbox with several parts: its headers, its text and its HTML. */
export interface MailParts {
  readonly subject: string
  readonly head: string
  readonly text: string
  readonly html: string
}

/** Takes a message of the outbox apart (RFC 2046). */
export function mailParts(message: string): MailParts {
  const [head = ''] = message.split('\n\n')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  const parts = message.split(`--${boundary}`)
  const partOf = (type: string): string => {
    const part = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
    const readable = readableMail(part)
    return readable.slice(readable.indexOf('\n\n') + 2)
  }
  return {
    head,
    subject: /^Subject: (.*)$/m.exec(head)?.[1] ?? '',
    text: partOf('text/plain'),
    html: partOf('text/html'),
  }
}

/** Addresses that the HTML of a mail leads to, in its order. */
export const linksIn = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&#38;', '&'))
