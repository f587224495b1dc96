import { randomFrom } from '../drawing/motion.ts'

/** Random bytes whose green is the red of the next slice, as `noise` in skins.ts expects. */
export function grains(gl: WebGL2RenderingContext): WebGLTexture {
  const random = randomFrom(4)
  const red = Uint8Array.from({ length: 65536 }, () => random() * 256)
  const bytes = new Uint8Array(65536 * 4)
  for (let y = 0; y < 256; y += 1)
    for (let x = 0; x < 256; x += 1) {
      bytes[(y * 256 + x) * 4] = red[y * 256 + x] ?? 0
      bytes[(y * 256 + x) * 4 + 1] = red[((y + 239) % 256) * 256 + ((x + 37) % 256)] ?? 0
    }
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 256, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  return texture
}

/** A leafy twig: the stem curves, with leaves on both sides and at the end. */
function twig(
  canvas: OffscreenCanvasRenderingContext2D,
  random: () => number,
  x: number,
  y: number,
  angle: number,
  length: number,
) {
  canvas.save()
  canvas.translate(x, y)
  canvas.rotate(angle)
  canvas.lineWidth = 3
  canvas.beginPath()
  canvas.moveTo(0, 0)
  canvas.quadraticCurveTo(length * 0.5, -length * 0.1, length, 0)
  canvas.stroke()
  const leaves = Math.round(length / 34)
  for (let index = 1; index <= leaves; index += 1) {
    const [along, side] = [(index / leaves) * length, index === leaves ? 0 : index % 2 ? 1 : -1]
    const size = 44 + random() * 26
    canvas.save()
    canvas.translate(along, -length * 0.2 * (index / leaves) * (1 - index / leaves))
    canvas.rotate(side * (0.7 + random() * 0.4))
    canvas.beginPath()
    canvas.moveTo(0, 0)
    canvas.quadraticCurveTo(size * 0.5, -size * 0.36, size, 0)
    canvas.quadraticCurveTo(size * 0.5, size * 0.36, 0, 0)
    canvas.fill()
    canvas.restore()
  }
  canvas.restore()
}

/** The window with its bars (blue) and with a tree before it (red), as a picture of light. */
export function windowShade(): OffscreenCanvas {
  const picture = new OffscreenCanvas(1024, 853)
  const canvas = picture.getContext('2d')
  if (!canvas) throw new Error('This browser draws no 2D canvas')
  canvas.fillStyle = '#000'
  canvas.fillRect(0, 0, 1024, 853)
  const [left, top, wide, high] = [85, 110, 213, 205]
  canvas.fillStyle = '#fff'
  for (let column = 0; column < 4; column += 1)
    for (let row = 0; row < 3; row += 1)
      canvas.fillRect(left + column * wide + 10, top + row * high + 10, wide - 20, high - 20)
  // Leaves take the red only: they shade the sun and leave the panes' reflection whole.
  canvas.globalCompositeOperation = 'multiply'
  canvas.fillStyle = canvas.strokeStyle = '#1c1cff'
  const random = randomFrom(11)
  for (let index = 0; index < 9; index += 1)
    twig(canvas, random, -40 + random() * 260, 40 + index * 100, -0.7 + random() * 0.9, 180 + random() * 260)
  for (let index = 0; index < 5; index += 1)
    twig(canvas, random, 1060, 60 + index * 90, Math.PI - 0.5 + random() * 0.9, 120 + random() * 170)
  return picture
}
