import type { Hit, MatchType } from '@footnote/contract/nouns/search.ts'
import { Fragment } from 'react'

/** A text with its hits marked; speech is in quotation marks. */
export function MarkedText({ text, hits, type }: { text: string; hits: readonly Hit[]; type: MatchType | undefined }) {
  const sorted = [...hits].sort((a, b) => a.from - b.from)
  let place = 0
  const parts = sorted.flatMap(({ from, to }) => {
    const start = Math.max(place, from)
    if (to <= start) return []
    const part = { before: text.slice(place, start), hit: text.slice(start, to), start }
    place = to
    return [part]
  })
  const quoted = type === 'speech'
  return (
    <>
      {quoted && '“'}
      {parts.map(({ before, hit, start }) => (
        <Fragment key={start}>
          {before}
          <mark>{hit}</mark>
        </Fragment>
      ))}
      {text.slice(place)}
      {quoted && '”'}
    </>
  )
}
