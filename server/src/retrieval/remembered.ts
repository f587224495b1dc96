/**
 * A function of words that remembers what it answered: the same words recur from line to line and from question to question.
 * @param most answers that are kept
 */
export function remembered<Answer>(answer: (word: string) => Answer, most: number): (word: string) => Answer {
  const known = new Map<string, Answer>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const now = answer(word)
    if (known.size >= most) known.clear()
    known.set(word, now)
    return now
  }
}
