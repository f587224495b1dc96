import { ProductPicture } from '../product-picture.tsx'
import { Band } from './band.tsx'
import { Recording } from './recording.tsx'

const SCENES = [
  {
    title: 'Video Search',
    words:
      'Visual, Conversation and Text in video answer together. The yellow line under a frame shows where the moment is.',
    picture: <Recording label="A question is typed, its answers appear, and one of them plays" />,
  },
  {
    title: 'Every answer has a reason',
    words:
      'The moment loops at once. Beside it you read what people said, what the screen showed, and how sure the match is.',
    picture: (
      <ProductPicture
        url="/pictures/result"
        alt="A match plays in its loop; beside it stand the words that were found and those around them"
      />
    ),
  },
  {
    title: 'Quick Review',
    words: 'Comments are footnotes: a number in the transcript, on the timeline and beside the note.',
    picture: (
      <ProductPicture
        url="/pictures/review"
        alt="A video between its transcript and its comments, numbered alike in all three"
      />
    ),
  },
] as const

/** Three scenes of the product. The text stays beside the picture as the page scrolls, and a bar shows the progress. */
export function Showcase() {
  return (
    <Band title="One line of time, wherever you look.">
      <ol className="scenes">
        {SCENES.map(({ title, words, picture }) => (
          <li key={title}>
            <div className="scene-words">
              <span className="scene-rule" aria-hidden="true" />
              <h3>{title}</h3>
              <p>{words}</p>
            </div>
            {picture}
          </li>
        ))}
      </ol>
    </Band>
  )
}
