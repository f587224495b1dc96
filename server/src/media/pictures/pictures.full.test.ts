import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { ffmpeg } from '../../../test/made-media.ts'
import { probedFilms } from '../../../test/probed-films.ts'
import { probe } from '../probe.ts'
import { makePoster } from './thumbnail.ts'

const { job, makeReel } = await probedFilms()

it('a poster is not black if any part of the video is not', async () => {
  const file = await makeReel(
    'dark.mp4',
    'color=black:s=320x180:r=25',
    'color=black:s=320x180:r=25',
    'testsrc2=s=320x180:r=25',
    'color=white:s=320x180:r=25',
    'color=black:s=320x180:r=25',
  )
  const info = await probe(job, file)
  const poster = await makePoster(job, file, info, job.path('poster.jpg'))
  const { channels } = await sharp(poster).stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(30)
  expect((await readdir(job.folder)).filter((name) => name.startsWith('poster-'))).toEqual([])
})

it('a single frame, a black video and a rotated picture have posters, too', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=320x180:d=0.04', job.path('one.mp4'))
  await ffmpeg('-f', 'lavfi', '-i', 'color=black:s=320x180:d=2', job.path('black.mp4'))
  await ffmpeg('-i', job.path('one.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90', job.path('turned.mp4'))
  const sizes = []
  for (const name of ['one.mp4', 'black.mp4', 'turned.mp4']) {
    const info = await probe(job, job.path(name))
    const { width, height } = await sharp(
      await makePoster(job, job.path(name), info, job.path('poster.jpg')),
    ).metadata()
    sizes.push(`${width}x${height}`)
  }
  expect(sizes).toEqual(['320x180', '320x180', '180x320'])
})
