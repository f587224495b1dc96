import type { Film } from '../film.ts'
import { shots } from './shots.ts'

export const film: Film = {
  name: 'kitchen',
  folder: 'kitchen',
  title: 'Kitchen notes: a lemon tart',
  description: 'Fruit on a blue table, a recipe card, and a lemon tart with meringue.',
  voice: 'rms',
  pace: 1.12,
  narration: [
    { at: 1.4, say: 'Today we will make a lemon tart.' },
    { at: 7.6, say: 'There are lemons, one red apple and an orange on the table.' },
    { at: 13.8, say: 'The recipe says how much of everything you need.' },
    { at: 20.6, say: 'It has to stay in the oven until the top is golden.' },
    { at: 25.8, say: 'Let it cool down and serve it with a cup of tea.' },
  ],
  shots,
}
