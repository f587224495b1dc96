import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useEffect, useState } from 'react'

/** Example queries: one for each modality, and one for all. */
const EXAMPLES = [
  'a sailing boat in the evening light',
  'where the recipe is explained',
  'the slide with the formula',
  'somebody says what to do next',
]

/** State of the animation: example, number of visible characters, and direction. */
interface Step {
  readonly example: number
  readonly length: number
  readonly deleting: boolean
}

/** The next step, and the pause before it in milliseconds. */
export function nextStep(
  { example, length, deleting }: Step,
  examples: readonly string[],
): { step: Step; pause: number } {
  const text = examples[example] ?? ''
  if (!deleting && length < text.length)
    return { step: { example, length: length + 1, deleting: false }, pause: TIMING.typing }
  if (!deleting) return { step: { example, length: length - 1, deleting: true }, pause: TIMING.phrase_pause }
  if (length > 0) return { step: { example, length: length - 1, deleting: true }, pause: TIMING.deleting }
  return { step: { example: (example + 1) % examples.length, length: 1, deleting: false }, pause: TIMING.next_phrase }
}

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Examples that type themselves, one after the other. Stops while the person types, or if they prefer no motion. */
export function useTypedExample(running: boolean): string {
  const [step, setStep] = useState<Step>({ example: 0, length: 0, deleting: false })
  const still = prefersStillness()
  useEffect(() => {
    if (!running || still) return
    const { step: next, pause } = nextStep(step, EXAMPLES)
    const timer = setTimeout(() => setStep(next), pause)
    return () => clearTimeout(timer)
  }, [step, running, still])
  const text = EXAMPLES[step.example] ?? ''
  return still ? text : text.slice(0, step.length)
}
