/** A message of the outbox as a mail program shows it: its body without quoted-printable (RFC 2045). */
export function readableMail(message: string): string {
  if (!message.includes('quoted-printable')) return message
  // Headers are not encoded: a token in one of them may begin with two digits of a byte.
  const [head = '', ...body] = message.split(/(?=\r?\n\r?\n)/)
  const bytes = body
    .join('')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, byte) => `%${byte}`)
  return head + bytes.replaceAll(/(?:%[\dA-F]{2})+/g, (run) => decodeURIComponent(run))
}
