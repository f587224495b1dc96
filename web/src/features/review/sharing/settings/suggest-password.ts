/** Letters and digits that nobody mistakes for one another, in speech or on paper: 30, so that twelve are 58 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz2345679'
const GROUPS = 3
const GROUP = 4

/** A password to send to a guest, for example `h3kd-92mx-qwtf`. */
export function suggestPassword(): string {
  const one = () => {
    // Numbers above the last full run of letters would favour the first ones.
    const most = 256 - (256 % LETTERS.length)
    for (;;) {
      const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
      if (byte < most) return LETTERS[byte % LETTERS.length]
    }
  }
  const group = () => Array.from({ length: GROUP }, one).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
