import type { Film } from '../film.ts'
import { departure } from './departure.ts'
import { night } from './night.ts'
import { redBoat } from './red-boat.ts'
import { street } from './street.ts'
import { sunset } from './sunset.ts'

/** The first cut, on which the sample comments ask for a change. */
export const film: Film = {
  name: 'harbour',
  folder: 'harbour',
  title: 'A walk through the harbour',
  description:
    'Sunset behind the lighthouse, the fish market and its lit windows, a red fishing boat with gulls, the board of the last ferry, and the harbour at night.',
  voice: 'rms',
  pace: 1.1,
  narration: [
    { at: 1.2, say: 'The sun goes down behind the lighthouse in the evening.' },
    { at: 8.6, say: 'The fish market is closed, and people are going home.' },
    { at: 14.8, say: 'Here is a red fishing boat, and the birds are waiting for fish.' },
    { at: 20.4, say: 'In five minutes the last ferry will leave for the islands.' },
    { at: 25.6, say: 'All night long the light shows ships the way home.' },
  ],
  shots: [
    { seconds: 8, open: sunset },
    { seconds: 6.2, open: street },
    { seconds: 5.8, open: redBoat },
    { seconds: 5, open: () => departure('small') },
    { seconds: 5, open: night },
  ],
  comments: [
    {
      start_time: 15.6,
      end_time: 17.6,
      content: 'Lovely light on the red boat. Could this shot stay a second longer?',
      drawing: null,
    },
    {
      start_time: 22,
      end_time: null,
      content: 'The time is the news here, and it is the smallest thing on the board. Please make it larger.',
      drawing: { v: 1, shapes: [{ t: 'rect', c: 'yellow', w: 0.006, p: [0.49, 0.475, 0.625, 0.575] }] },
    },
  ],
}
