/**
 * Replaces each half of a character in the texts of a JSON value by U+FFFD, as UTF-8 decoders do. JSON alone can hold one
 * (`"\ud800"`), and PostgreSQL's `jsonb` refuses it. The value is changed, however deeply it is nested; names of fields,
 * bytes and streams stay as they are.
 */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  const rest = isNested(value) ? [value] : []
  for (let nested = rest.pop(); nested; nested = rest.pop())
    for (const [name, inner] of Object.entries(nested))
      if (typeof inner === 'string') {
        if (!inner.isWellFormed()) nested[name] = inner.toWellFormed()
      } else if (isNested(inner)) rest.push(inner)
  return value
}

/** Whether the value is an object or a list of JSON. */
const isNested = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) || (value !== null && value !== undefined && Object.getPrototypeOf(value) === Object.prototype)
