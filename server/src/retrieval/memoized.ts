/**
 * Caches a function of words, since the same words recur from line to line and from query to query.
 * @param most maximum number of cached answers
 */
export function memoized<Answer>(answer: (word: string) => Answer, most: number): (word: string) => Answer {
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
