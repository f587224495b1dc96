import type { Film } from '../film.ts'
import { departure } from './departure.ts'
import { film as first } from './harbour.ts'

/** The second cut: the board writes the time of the last departure larger. */
export const film: Film = {
  ...first,
  name: 'harbour-v2',
  version_of: first,
  shots: first.shots.map((shot, place) => (place === 3 ? { ...shot, open: () => departure('large') } : shot)),
  comments: [
    {
      start_time: 22,
      end_time: null,
      content: 'Now it reads from across the street. Compare it with version 1, then resolve the comment about it.',
      drawing: null,
    },
  ],
}
