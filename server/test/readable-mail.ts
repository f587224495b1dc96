/** A message of the outbox as a mail program shows it: without quoted-printable (RFC 2045). */
export function readableMail(message: string): string {
  if (!message.includes('quoted-printable')) return message
  const bytes = message.replaceAll(/=\r?\n/g, '').replaceAll(/=([\dA-F]{2})/g, (_, byte) => `%${byte}`)
  return bytes.replaceAll(/(?:%[\dA-F]{2})+/g, (run) => decodeURIComponent(run))
}
