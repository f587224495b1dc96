import type { Film } from '../film.ts'
import { focus } from './bench.ts'
import { image } from './candle.ts'
import { eye } from './eye.ts'
import { magnifier } from './magnifier.ts'
import { colours } from './prism.ts'

export const film: Film = {
  name: 'lens',
  folder: 'lens',
  title: 'How a lens works',
  description:
    'A magnifying glass on a page, rays of light that meet in the focus, the image of a candle, a prism that makes a rainbow, and the lens of the eye.',
  voice: 'slt',
  pace: 1,
  narration: [
    { at: 1.0, say: 'This is a magnifying glass and it makes small letters look larger.' },
    { at: 7.5, say: 'All the rays of light come together in the focus.' },
    { at: 13.6, say: 'The picture of the candle is upside down.' },
    { at: 19.5, say: 'Light can turn into a rainbow.' },
    { at: 25.0, say: 'There is also a lens in your eye, and you are using it right now.' },
  ],
  shots: [
    { seconds: 7, open: magnifier },
    { seconds: 6, open: focus },
    { seconds: 6, open: image },
    { seconds: 5.6, open: colours },
    { seconds: 5, open: eye },
  ],
}
