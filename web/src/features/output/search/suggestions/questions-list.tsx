import { Link } from 'react-router'
import { searchAddress } from '../question/search-address.ts'

/** Questions to start with, each a link to its answers. */
export function Questions({ collectionId, questions }: { collectionId: string; questions: readonly string[] }) {
  return (
    <ul className="try-questions" aria-label="Try a question">
      {questions.map((query) => (
        <li key={query}>
          <Link
            dir="auto"
            className="btn btn-sm"
            to={searchAddress(collectionId, { query, types: [], image: null, confidence: 'Low' })}
          >
            {query}
          </Link>
        </li>
      ))}
    </ul>
  )
}
