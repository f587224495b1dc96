/** A question and its answer. */
export interface Question {
  readonly question: string
  readonly answer: string
  /** Fragment of an address that leads to it. */
  readonly anchor?: string
}

/** Questions in two columns, each under a line. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <section aria-label="Questions">
      <h2 className="questions-head">Questions</h2>
      <div className="questions">
        {questions.map(({ question, answer, anchor }) => (
          <div key={question} id={anchor}>
            <h3>{question}</h3>
            <p>{answer}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
