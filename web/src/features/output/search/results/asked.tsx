import type { Correction } from '@footnote/contract/nouns/output/search.ts'
import { parseQuery, phrasesOf, readSequence, wordsOf } from '@footnote/contract/shared/language/query.ts'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { isBlank, type SearchRequest, searchAddress } from '../question/search-address.ts'

const MARKS = [
  ['“in quotes”', 'as said or written'],
  ['-word', 'leaves out'],
  ['A >> B 12s', 'one after the other'],
] as const

/**
 * Explains how the server understood the query, in a line under its field. For a query without marks it lists the
 * marks.
 */
export function Asked({
  collectionId,
  request,
  corrected,
}: {
  collectionId: string
  request: SearchRequest
  /** The spelling correction, if there was one. */
  corrected: Correction | null
}) {
  const sequence = readSequence(request.query)
  const queries = (sequence ? [sequence.first, sequence.next] : [request.query]).map(parseQuery)
  const phrases = queries.flatMap(phrasesOf)
  const left_out = queries.flatMap((query) => query.left_out)
  const says: Record<string, ReactNode> = {}
  if (corrected)
    says.corrected = (
      <>
        Results for <b>{inWords(corrected.query)}</b>.{' '}
        <Link className="link" to={searchAddress(collectionId, { ...request, as_typed: true })}>
          {`Search for ${inWords(corrected.typed)} instead`}
        </Link>
      </>
    )
  if (request.as_typed)
    says.typed = (
      <>
        Exactly as typed.{' '}
        <Link className="link" to={searchAddress(collectionId, { ...request, as_typed: false })}>
          Allow other spellings
        </Link>
      </>
    )
  if (phrases.length > 0)
    says.phrases = (
      <>
        As said or written: <Listed texts={phrases.map((phrase) => `“${phrase}”`)} />
      </>
    )
  if (left_out.length > 0)
    says.left_out = (
      <>
        Without moments that say or show <Listed texts={left_out.map((text) => `“${text}”`)} />
      </>
    )
  if (sequence)
    says.next = (
      <>
        Then <b dir="auto">{queries.slice(1).map(wordsOf)}</b>, at most {sequence.within} s later
      </>
    )
  const shown = Object.entries(says)
  return (
    <p className="asked" role="status">
      {shown.map(([key, said]) => (
        <span key={key}>{said}</span>
      ))}
      {shown.length === 0 &&
        MARKS.map(([mark, means]) => (
          <span key={mark} className="asked-mark" data-answered={!isBlank(request) || undefined}>
            <kbd>{mark}</kbd> {means}
          </span>
        ))}
    </p>
  )
}

const Listed = ({ texts }: { texts: readonly string[] }) =>
  [...new Set(texts)].map((text, place) => (
    <Fragment key={text}>
      {place > 0 && ', '}
      <b dir="auto">{text}</b>
    </Fragment>
  ))

/** A sequence in words. */
const inWords = (query: string) => query.replaceAll(' >> ', ', then ')
