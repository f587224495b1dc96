const STEPS = [
  {
    title: 'Upload',
    words: 'Drop videos into a collection, many at once. You see the speed, the time left and every stage of indexing.',
  },
  {
    title: 'Search',
    words: 'Ask in plain language, or with a picture. Each answer is a clip with its timecode and its reason.',
  },
  {
    title: 'Review',
    words: 'Comment on a second or a range. Replies stay in the thread, the numbers stay on the timeline.',
  },
] as const

/** The steps of using the product. */
export function Steps() {
  return (
    <section className="wide band">
      <h2>From footage to footnote in three steps.</h2>
      <ol className="steps">
        {STEPS.map(({ title, words }, place) => (
          <li key={title}>
            <h3>
              {title}
              <sup className="fn" aria-hidden="true">
                {place + 1}
              </sup>
            </h3>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
