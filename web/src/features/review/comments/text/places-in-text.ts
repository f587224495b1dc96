/** A part of a comment's text: words, an address on the web, or a time of the video in seconds. */
export type TextPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'address'; readonly text: string; readonly address: string }
  | { readonly kind: 'time'; readonly text: string; readonly seconds: number }

/** An address, or a run of signs that may be a time. */
const PLACES = /https?:\/\/[^\s<>"]+|[\p{L}\d:./;-]+/giu
/** A time such as `0:05`, `00:05`, `1:02:03` or `0:05.5`. */
const TIME = /^(?:\d{1,2}:)?\d{1,2}:[0-5]\d(?:\.\d{1,3})?$/
/** Signs that end a sentence rather than an address. */
const ENDS = /[.,;:!?'”’»]/

/**
 * Divides a text at the addresses and times in it.
 * @param duration of the video in seconds, null while unknown: a later time is words
 */
export function textParts(text: string, duration: number | null): readonly TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(PLACES)) {
    const part = /^https?:/i.test(found) ? addressIn(found) : timeIn(found, duration)
    if (!part) continue
    if (index > done) parts.push({ kind: 'words', text: text.slice(done, index) })
    parts.push(part)
    done = index + part.text.length
  }
  if (done < text.length) parts.push({ kind: 'words', text: text.slice(done) })
  return parts
}

/** An address without the signs of the sentence around it; a closing bracket belongs to it if it also opens there. */
function addressIn(found: string): TextPart | null {
  let text = found
  for (let last = text.at(-1) ?? ''; ENDS.test(last) || isUnopened(text, last); last = text.at(-1) ?? '')
    text = text.slice(0, -1)
  const address = URL.parse(text)
  return address && (address.protocol === 'https:' || address.protocol === 'http:')
    ? { kind: 'address', text, address: address.href }
    : null
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

function isUnopened(text: string, last: string): boolean {
  const opening = OPENING[last]
  return opening !== undefined && text.split(opening).length < text.split(last).length
}

function timeIn(found: string, duration: number | null): TextPart | null {
  const text = ENDS.test(found.at(-1) ?? '') ? found.slice(0, -1) : found
  if (!TIME.test(text)) return null
  const [seconds = 0, minutes = 0, hours] = text.split(':').map(Number).reverse()
  if (hours !== undefined && minutes > 59) return null
  const at = (hours ?? 0) * 3_600 + minutes * 60 + seconds
  return duration !== null && at <= duration ? { kind: 'time', text, seconds: at } : null
}
