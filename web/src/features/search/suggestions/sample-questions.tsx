import { Questions } from './questions-list.tsx'

/** What the films of the sample collection can answer: one question for what is said, one for what is read, one for what is seen. */
const SAMPLE_QUESTIONS = ['when does the last ferry leave', 'bake for 25 minutes', 'a red fishing boat'] as const

/** Questions to begin with in the sample collection. */
export function SampleQuestions({ collectionId }: { collectionId: string }) {
  return <Questions collectionId={collectionId} questions={SAMPLE_QUESTIONS} />
}
