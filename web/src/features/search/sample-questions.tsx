import { Link } from 'react-router'
import { searchAddress } from './search-address.ts'

/** What the films of the sample collection can answer: one question for what is said, one for what is read, one for what is seen. */
const SAMPLE_QUESTIONS = ['when does the last ferry leave', 'bake for 25 minutes', 'a red fishing boat'] as const

/** Questions to begin with, each a link to its answers. */
export function SampleQuestions({ collectionId }: { collectionId: string }) {
  return (
    <ul className="questions" aria-label="Try a question">
      {SAMPLE_QUESTIONS.map((query) => (
        <li key={query}>
          <Link
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
