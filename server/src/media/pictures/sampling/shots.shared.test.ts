import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { ffmpeg, makeJob } from '../../../../test/made-media.ts'
import { cutTime, differenceOf, hasNewText, isCut, isNearEqual } from './shots.ts'
import { copySize, type PictureSignature, pictureSignatureOf } from './signature.ts'

const job = await makeJob()

afterAll(() => job.remove())

/** The signature of a drawing of 1280x720. */
async function draw(svg: string): Promise<PictureSignature> {
  const [width, height] = [1280, 720]
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`
  await writeFile(
    job.path('drawn.jpg'),
    await sharp(Buffer.from(picture)).flatten({ background: '#fff' }).jpeg().toBuffer(),
  )
  const copy = copySize({ width, height })
  const shrink = `scale=${copy.width}:${copy.height}:out_range=full,format=yuvj420p`
  await ffmpeg('-i', job.path('drawn.jpg'), '-vf', shrink, '-f', 'rawvideo', job.path('copy.yuv'))
  return pictureSignatureOf(await readFile(job.path('copy.yuv')), copy)
}

const ROAD = '<rect width="1280" height="720" fill="#777"/><rect y="300" width="1280" height="60" fill="#eee"/>'
const LINES = (words: string) =>
  `<text x="80" y="120" font-size="64">${words}</text><text x="80" y="300" font-size="36">${words} again</text>`

describe('two samples', () => {
  it('of different scenes have a cut between them', async () => {
    const meadow = '<rect width="1280" height="400" fill="#8cf"/><rect y="400" width="1280" height="320" fill="#282"/>'
    expect(isCut(differenceOf(await draw(ROAD), await draw(meadow)), false)).toBe(true)
  })

  it('of one scene are one shot despite motion, and the motion is detected', async () => {
    const car = (x: number) => `${ROAD}<rect x="${x}" y="320" width="200" height="120" fill="#b00"/>`
    const difference = differenceOf(await draw(car(100)), await draw(car(800)))
    expect(isCut(difference, false)).toBe(false)
    expect(isNearEqual(difference)).toBe(false)
  })

  it('of one scene are one shot when the exposure changes', async () => {
    const darker = '<rect width="1280" height="720" fill="#000" opacity="0.2"/>'
    expect(isCut(differenceOf(await draw(ROAD), await draw(ROAD + darker)), false)).toBe(false)
  })

  it('with the same content are near equal', async () => {
    const difference = differenceOf(await draw(ROAD + LINES('Safety')), await draw(ROAD + LINES('Safety')))
    expect(isNearEqual(difference)).toBe(true)
    expect(hasNewText(difference)).toBe(false)
  })

  it('of two slides in one design have a cut between them', async () => {
    const difference = differenceOf(await draw(LINES('Quarterly results')), await draw(LINES('Open questions')))
    expect(isCut(difference, true)).toBe(true)
  })

  it('of a slide with an added line are one shot with new text', async () => {
    const more = `${LINES('Agenda')}<text x="80" y="420" font-size="36">one more point</text>`
    const difference = differenceOf(await draw(LINES('Agenda')), await draw(more))
    expect(isCut(difference, true)).toBe(false)
    expect(hasNewText(difference)).toBe(true)
    expect(isNearEqual(difference)).toBe(false)
  })
})

describe('the time of a cut', () => {
  it('is that of the key frame between the samples', () => {
    expect(cutTime(Float64Array.from([0, 4.4, 7.6]), 5, 4, 5)).toBe(4.4)
  })

  it('is that of a key frame before its regular time', () => {
    expect(cutTime(Float64Array.from([0, 0.5, 1, 1.5, 1.7, 2.2]), 0.5, 1, 2.2)).toBe(1.7)
  })

  it('is the middle when key frames only come at regular times, and when there is none', () => {
    expect(cutTime(Float64Array.from([0, 2, 4, 6]), 2, 2, 4)).toBe(3)
    expect(cutTime(Float64Array.from([0]), 60, 2, 3)).toBe(2.5)
  })
})
