import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cropped, drawFlat, drawPage, drawScene } from '../../../../test/drawn-pictures.ts'
import { compare, isEnough } from './comparison.ts'
import { fingerprintOf, placementsOf } from './fingerprint.ts'
import { readPlain } from './plain-picture.ts'

const read = async (picture: Buffer | Promise<Buffer>) => await readPlain(await picture)
/** The picture that indexing keeps. */
const kept = async (picture: Buffer) => await read(sharp(picture).resize(480).jpeg({ quality: 78 }).toBuffer())
const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0)
const nearest = (placements: readonly Float32Array[], print: Float32Array | null) =>
  placements.reduce((most, each) => Math.max(most, print ? cosine(each, print) : 0), 0)

const scene = await drawScene(1)
const page = await drawPage(1)
const CHANGES: Readonly<Record<string, (picture: Buffer) => Promise<Buffer>>> = {
  'half its size': (picture) => sharp(picture).resize(320).jpeg().toBuffer(),
  'a JPEG of quality 40': (picture) => sharp(picture).jpeg({ quality: 40 }).toBuffer(),
  'cut to 90 % at a corner': (picture) => cropped(picture, 0.9, 0, 1),
  'cut to 80 %': (picture) => cropped(picture, 0.8, 0.5, 0.5),
  'between black bars': (picture) =>
    sharp(picture).extend({ top: 60, bottom: 60, background: '#000' }).jpeg().toBuffer(),
  brighter: (picture) => sharp(picture).linear(1.1, 8).jpeg().toBuffer(),
}

test.each(Object.entries(CHANGES))('a picture is the same when it is %s', async (_, change) => {
  for (const picture of [scene, page]) {
    const asked = await read(change(picture))
    const frame = await kept(picture)
    expect(nearest(placementsOf(asked.luma), fingerprintOf(frame.luma))).toBeGreaterThan(0.4)
    const likeness = compare(asked, frame)
    expect(likeness.same).toBeGreaterThan(0.65)
    expect(isEnough(likeness)).toBe(true)
  }
})

test('a frame that shows the middle of an upright picture is found by the whole picture', async () => {
  const upright = await sharp(await drawScene(2))
    .resize(640, 960, { fit: 'fill' })
    .png()
    .toBuffer()
  const frame = await kept(
    await sharp(upright).extract({ left: 0, top: 300, width: 640, height: 360 }).png().toBuffer(),
  )
  const asked = await read(upright)
  expect(nearest(placementsOf(asked.luma), fingerprintOf(frame.luma))).toBeGreaterThan(0.4)
  expect(compare(asked, frame).same).toBeGreaterThan(0.65)
})

test('another picture is not the same, nor one of other colours, nor a page of one layout with other words', async () => {
  const frame = await kept(scene)
  for (const other of [3, 4, 5]) expect(compare(await read(drawScene(other)), frame).same).toBeLessThan(0.15)
  expect(compare(await read(drawScene(1, 150)), frame).same).toBeLessThan(0.4)
  for (const other of [2, 3, 4]) expect(compare(await read(drawPage(other)), await kept(page)).same).toBeLessThan(0.15)
})

test('flat pictures have no fingerprint, and too little texture to be the same', async () => {
  for (const colour of ['#000', '#fff', '#f7f7f2', '#1d3557']) {
    const flat = await read(drawFlat(colour))
    expect([fingerprintOf(flat.luma), placementsOf(flat.luma)]).toEqual([null, []])
    expect(isEnough(compare(flat, flat))).toBe(false)
  }
})
