import type { Hit } from '@footnote/contract/nouns/output/search.ts'
import { largest } from '@footnote/contract/shared/extremes.ts'
import { partsOf } from '@footnote/contract/shared/language/tokens.ts'

/** The words of hits that are marked as those of the query, each as its plain parts joined with blanks. */
export function markedWords(texts: readonly { readonly text: string; readonly hits: readonly Hit[] }[]): Set<string> {
  const marked = texts.flatMap(({ text, hits }) =>
    hits.filter(({ similar }) => !similar).map(({ from, to }) => plainOf(text.slice(from, to))),
  )
  return new Set(marked)
}

/** The places of words in a text, in order and without overlaps; of two with the same start the longer one. */
export function marksOf(text: string, words: ReadonlySet<string>): Hit[] {
  if (words.size === 0) return []
  const longest = largest(Array.from(words, (word) => word.split(' ').length))
  const tokens = partsOf(text)
  const hits: Hit[] = []
  for (let first = 0; first < tokens.length; first++) {
    const parts = tokens.slice(first, first + longest)
    let length = parts.length
    const plain = parts.map((token) => token.plain)
    while (length > 0 && !words.has(plain.slice(0, length).join(' '))) length -= 1
    const [begin, end] = [parts[0], parts[length - 1]]
    if (!begin || !end) continue
    hits.push({ from: begin.from, to: end.to })
    first += length - 1
  }
  return hits
}

const plainOf = (text: string): string =>
  partsOf(text)
    .map(({ plain }) => plain)
    .join(' ')
