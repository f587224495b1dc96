import { expect, test } from 'vitest'
import { nextStep } from './typed-examples.ts'

test('examples are typed at 50 ms, stay for 2 s, are deleted at 30 ms, and the next begins after 500 ms', () => {
  const seen: [string, number][] = []
  let step = { example: 0, length: 0, deleting: false }
  const examples = ['ab', 'c']
  for (let i = 0; i < 7; i += 1) {
    const next = nextStep(step, examples)
    step = next.step
    seen.push([examples[step.example]!.slice(0, step.length), next.pause])
  }
  expect(seen).toEqual([
    ['a', 50],
    ['ab', 50],
    ['a', 2000],
    ['', 30],
    ['c', 500],
    ['', 2000],
    ['a', 500],
  ])
})
