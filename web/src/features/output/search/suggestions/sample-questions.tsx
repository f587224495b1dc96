import { Questions } from './questions-list.tsx'

/** Questions that the sample films can answer: one for speech, one for text on the screen, one for the picture. */
const SAMPLE_QUESTIONS = ['when does the last ferry leave', 'bake for 25 minutes', 'a red fishing boat'] as const

/** Questions to start with in the sample collection. */
export function SampleQuestions({ collectionId }: { collectionId: string }) {
  return <Questions collectionId={collectionId} questions={SAMPLE_QUESTIONS} />
}
