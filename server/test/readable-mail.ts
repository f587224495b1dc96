/** One message of the outbox as a mail program shows it: its parts without quoted-printable (RFC 2045). */
export function readableMail(message: string): string {
  // Headers and other parts are not encoded: a token in them may begin with two digits of a byte.
  const [head = '', ...body] = message.split(/(?=\r?\n\r?\n)/)
  const boundary = /boundary="?([^"\r\n;]+)/.exec(head)?.[1]
  if (boundary) {
    const [headers = '', ...parts] = message.split(`--${boundary}`)
    return [headers, ...parts.map(readableMail)].join(`--${boundary}`)
  }
  if (!head.includes('quoted-printable')) return message
  const bytes = body
    .join('')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, byte) => `%${byte}`)
  return head + bytes.replaceAll(/(?:%[\dA-F]{2})+/g, (run) => decodeURIComponent(run))
}
