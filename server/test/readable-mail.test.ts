import { expect, test } from 'vitest'
import { readableMail } from './readable-mail.ts'

const TOKEN = 'https://footnote.example.org/unsubscribe?token=D3x9'

test('a mail is read without its encoding, and a token that looks like a byte stays', () => {
  const message = [
    `List-Unsubscribe: <${TOKEN}>`,
    'Content-Type: multipart/alternative; boundary="b-1"',
    '',
    '--b-1',
    'Content-Transfer-Encoding: 7bit',
    '',
    TOKEN,
    '--b-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Tom=C3=A1s=',
    ' Rey',
    '--b-1--',
  ].join('\r\n')
  const read = readableMail(message)
  expect(read.split(TOKEN)).toHaveLength(3)
  expect(read).toContain('Tomás Rey')
})
