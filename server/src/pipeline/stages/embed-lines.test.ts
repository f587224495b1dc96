import { expect, test } from 'vitest'
import { sentencesOf } from './embed-lines.ts'

const line = (id: number, start_time: number, text: string) => ({
  id,
  start_time,
  end_time: start_time + 2,
  text,
  language: null,
})

test('a line is embedded with its neighbours of the same sentence, until a full stop or a pause', () => {
  const lines = [
    line(1, 0, 'The last ferry'),
    line(2, 2.1, 'leaves at nine.'),
    line(3, 4.2, 'Bring a coat'),
    line(4, 8, 'and a lamp'),
    line(5, 10, ''),
  ]
  expect(sentencesOf(lines)).toEqual([
    'The last ferry leaves at nine.',
    'The last ferry leaves at nine.',
    'Bring a coat',
    'and a lamp ',
    '',
  ])
})
