/** Items of a list that become text at once. */
const ITEMS = 1_000
/** Characters of a part, unless one slice of items has more. */
const PART = 256 * 1024

/**
 * The text of `JSON.stringify(answer)`, in UTF-8 and in parts: a long list in it never becomes one string.
 * @param answer an object as JSON has them: plain values, no dates, no `toJSON`
 */
export function* jsonParts(answer: Readonly<Record<string, unknown>>): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = ''
  for (const piece of pieces(answer)) {
    text += piece
    if (text.length < PART) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(text)
}

function* pieces(answer: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* itemsOf(value)
    else yield JSON.stringify(value)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* itemsOf(list: readonly unknown[]): Generator<string> {
  yield '['
  for (let at = 0; at < list.length; at += ITEMS)
    yield (at > 0 ? ',' : '') + JSON.stringify(list.slice(at, at + ITEMS)).slice(1, -1)
  yield ']'
}
