import { largest } from '@footnote/contract/shared/extremes.ts'

/** A sample film, by the name of its file without the ending. */
export type FilmName = 'harbour' | 'kitchen' | 'lens'
/** The films of the examination, and their lengths in seconds. */
export const FILM_SECONDS: Readonly<Record<FilmName, number>> = { harbour: 30, kitchen: 31, lens: 29.6 }

/** A moment of a film, in seconds from its start. */
export interface Moment {
  readonly film: FilmName
  readonly time: number
}

/** A spoken sentence of a film, and a question that only this sentence answers, in other words. */
export interface NarratedLine extends Moment {
  readonly say: string
  readonly ask: string
}

/** A picture in the middle of a shot, and a description that only this shot fits. */
export interface DescribedShot extends Moment {
  readonly ask: string
  /** Words of the description that an engine without embeddings has names for. */
  readonly concepts: readonly string[]
}

/** A picture, and writing in it that a person reads without effort. */
export interface SignedPicture extends Moment {
  readonly signs: readonly string[]
}

const line = (film: FilmName, time: number, say: string, ask: string): NarratedLine => ({ film, time, say, ask })
const shot = (film: FilmName, time: number, ask: string, ...concepts: string[]): DescribedShot => ({
  film,
  time,
  ask,
  concepts,
})
const picture = (film: FilmName, time: number, ...signs: string[]): SignedPicture => ({ film, time, signs })

/** What the sample films say, one line of each film in turn. `samples/screenplay.json` has the same lines. */
export const NARRATION: readonly NarratedLine[] = inTurn([
  line(
    'harbour',
    1.2,
    'The sun goes down behind the lighthouse in the evening.',
    'Where can we watch the sunset by the sea?',
  ),
  line('harbour', 8.6, 'The fish market is closed, and people are going home.', 'Can I still buy seafood in a shop?'),
  line(
    'harbour',
    14.8,
    'Here is a red fishing boat, and the birds are waiting for fish.',
    'hungry gulls beside a trawler',
  ),
  line(
    'harbour',
    20.4,
    'In five minutes the last ferry will leave for the islands.',
    'When does the final boat depart?',
  ),
  line('harbour', 25.6, 'All night long the light shows ships the way home.', 'How do vessels navigate in the dark?'),
  line('kitchen', 1.4, 'Today we will make a lemon tart.', 'Which dessert are we going to bake?'),
  line(
    'kitchen',
    7.6,
    'There are lemons, one red apple and an orange on the table.',
    'Which kinds of fruit lie there?',
  ),
  line(
    'kitchen',
    13.8,
    'The recipe says how much of everything you need.',
    'Where are the quantities of the ingredients?',
  ),
  line('kitchen', 20.6, 'It has to stay in the oven until the top is golden.', 'How long does it bake?'),
  line('kitchen', 25.8, 'Let it cool down and serve it with a cup of tea.', 'What do we drink with the cake?'),
  line('lens', 1, 'This is a magnifying glass and it makes small letters look larger.', 'How can I read tiny print?'),
  line('lens', 7.5, 'All the rays of light come together in the focus.', 'Where do the beams meet?'),
  line('lens', 13.6, 'The picture of the candle is upside down.', 'Which image is turned on its head?'),
  line('lens', 19.5, 'Light can turn into a rainbow.', 'How does white become many colours?'),
  line(
    'lens',
    25,
    'There is also a lens in your eye, and you are using it right now.',
    'Which part of the body do people see with?',
  ),
])

/** The shots of the sample films, one of each film in turn. */
export const SHOTS: readonly DescribedShot[] = inTurn([
  shot('harbour', 3.5, 'sailing boats and a lighthouse at sunset', 'boat'),
  shot('harbour', 11, 'people walk along a street of colourful houses and shops', 'person', 'wide shot'),
  shot('harbour', 17, 'a red fishing boat with white birds on posts', 'bird', 'boat', 'red'),
  shot('harbour', 22.5, 'a green board with a clock beside a boat at dusk', 'clock', 'boat', 'purple'),
  shot('harbour', 27.5, 'the moon above a boat in a dark blue night', 'boat', 'dark', 'blue'),
  shot('kitchen', 3.5, 'a bowl of lemons from above, beside a cup and an apple', 'bowl', 'cup', 'apple'),
  shot('kitchen', 10, 'an apple, an orange, a cup and a bowl on a table', 'apple', 'orange', 'cup', 'bowl'),
  shot('kitchen', 16.5, 'a written recipe beside eggs and butter', 'white', 'grey'),
  shot('kitchen', 22.5, 'a large clock and a red book on a table', 'clock', 'red', 'book'),
  shot('kitchen', 28, 'a lemon tart with a cup of tea and a knife', 'cup', 'knife', 'cake'),
  shot('lens', 3.5, 'a magnifying glass on a white page', 'white', 'plain background'),
  shot('lens', 10, 'a diagram of rays through a glass lens on a dark blue background', 'dark', 'blue'),
  shot('lens', 16, 'a burning candle on a dark brown background', 'dark', 'brown'),
  shot('lens', 22.5, 'a prism that splits light into a rainbow', 'green', 'purple', 'yellow', 'dark'),
  shot('lens', 27, 'a drawing of an eye and a red apple', 'apple', 'red', 'dark'),
])

/** Writing in the sample films, one picture of each film in turn. */
export const SIGNED_PICTURES: readonly SignedPicture[] = inTurn([
  picture('harbour', 4, 'A walk through', 'the harbour'),
  picture('harbour', 11.5, 'FISH MARKET', 'BAKERY'),
  picture('harbour', 17, 'MARTHA', 'LN 47'),
  picture('harbour', 22.5, 'Ferry', 'to the islands', 'Last departure', '20:15'),
  picture('harbour', 27.5, 'Good night'),
  picture('kitchen', 3.5, 'Kitchen notes', 'A lemon tart'),
  picture('kitchen', 16.5, 'serves eight', 'flour', 'butter', 'sugar'),
  picture('kitchen', 22.5, 'Bake for 25 minutes', 'A book of baking'),
  picture('lens', 10, 'All rays meet in the focus', 'focal length'),
  picture('lens', 16, 'The image is upside down'),
  picture('lens', 22.5, 'White light is a rainbow'),
  picture('lens', 28, 'A lens in your eye', 'retina', 'cornea'),
])

/** Orders questions so that each round has one of every film: an examination that ends early has seen all films. */
function inTurn<Q extends Moment>(questions: readonly Q[]): Q[] {
  const films = [...Map.groupBy(questions, ({ film }) => film).values()]
  const rounds = largest(films.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => films.flatMap((film) => film[round] ?? [])).flat()
}
