import { Band, Footnote } from './band.tsx'

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
    <Band title="From footage to footnote in three steps.">
      <ol className="steps">
        {STEPS.map(({ title, words }, place) => (
          <li key={title}>
            <h3>
              {title}
              <Footnote number={place + 1} />
            </h3>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </Band>
  )
}
