import type { Hit, MatchType } from '@footnote/contract/nouns/output/search.ts'
import { Fragment } from 'react'

/** A text with its hits marked, those that are only spelt alike by a dotted line; speech is in quotation marks. */
export function MarkedText({ text, hits, type }: { text: string; hits: readonly Hit[]; type: MatchType | undefined }) {
  const sorted = [...hits].sort((a, b) => a.from - b.from)
  let place = 0
  const parts = sorted.flatMap(({ from, to, similar }) => {
    const start = Math.max(place, from)
    if (to <= start) return []
    const part = { before: text.slice(place, start), hit: text.slice(start, to), start, similar }
    place = to
    return [part]
  })
  const quoted = type === 'speech'
  return (
    <>
      {quoted && '“'}
      {parts.map(({ before, hit, start, similar }) => (
        <Fragment key={start}>
          {before}
          {similar ? (
            <mark className="mark-similar" title="Spelt like your word">
              {hit}
            </mark>
          ) : (
            <mark>{hit}</mark>
          )}
        </Fragment>
      ))}
      {text.slice(place)}
      {quoted && '”'}
    </>
  )
}
