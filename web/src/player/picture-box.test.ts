import { expect, test } from 'vitest'
import { pictureBox } from './picture-box.ts'

const element = { left: 0, top: 0, width: 800, height: 400 }

test('the bars beside or above the picture are not part of it', () => {
  expect(pictureBox(element, { width: 4, height: 3 })).toMatchObject({ top: 0, height: 400 })
  expect(pictureBox(element, { width: 1080, height: 1920 })).toEqual({ left: 287.5, top: 0, width: 225, height: 400 })
  expect(pictureBox({ ...element, height: 800 }, { width: 1920, height: 1080 })).toEqual({
    left: 0,
    top: 175,
    width: 800,
    height: 450,
  })
})

test('it moves with its element', () => {
  const moved = pictureBox({ left: 7, top: 11, width: 320, height: 180 }, { width: 1920, height: 1080 })
  expect(moved).toEqual({ left: 7, top: 11, width: 320, height: 180 })
})

test('there is none before the picture or its element has a size', () => {
  expect(pictureBox(element, { width: 0, height: 0 })).toBeNull()
  expect(pictureBox({ ...element, width: 0 }, { width: 640, height: 480 })).toBeNull()
})
