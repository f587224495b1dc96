import { expect, test } from 'vitest'
import { makeJob } from '../../../test/made-media.ts'
import { makeSubtitled, srtOf } from '../../../test/subtitled-film.ts'
import type { MediaError } from '../media-error.ts'
import { readTextTracks } from './text-tracks.ts'

test('a track that cannot be read takes no other with it', async () => {
  const job = await makeJob()
  const film = job.path('film.mkv')
  await makeSubtitled(film, [
    { text: srtOf('We left the harbour.'), codec: 'srt', language: 'eng' },
    // A single subtitle above the limit of the file, for which the system ends ffmpeg.
    { text: srtOf('x'.repeat(100_000)), codec: 'srt' },
    { text: srtOf('Der Nebel war schlimm.'), codec: 'srt', language: 'ger' },
  ])
  const failures: MediaError[] = []
  const limits = { most: 16, bytes: 2_000, duration: 10 }
  const tracks = await readTextTracks(job, film, limits, (error) => failures.push(error))
  expect(tracks.map(({ index, language, text }) => [index, language, text.split('\n')[2]])).toEqual([
    [1, 'eng', 'We left the harbour.'],
    [3, 'ger', 'Der Nebel war schlimm.'],
  ])
  expect(failures.map(({ code }) => code)).toEqual(['media_too_heavy'])
  await job.remove()
})
