import { makeVariedFilm } from './test/varied-films.ts'
console.time('make')
await makeVariedFilm('/tmp/s7/v.mp4', {
  rate: { num: 25, den: 1 },
  frames: 60,
  missing: [17],
  tags: 'bt709',
  turn: 'quarter',
  longer_sound: 0.03,
  timecode: '10:00:00:00',
})
console.timeEnd('make')
