import sharp from 'sharp'

const [WIDTH, HEIGHT] = [640, 360]
const MULTIPLIER = 48_271
const MODULUS = 2_147_483_647

/** Park and Miller's generator: the same numbers, 0 to 1, in every run. */
function numbers(seed: number): () => number {
  let last = seed
  return () => {
    last = (last * MULTIPLIER) % MODULUS
    return last / MODULUS
  }
}

const paint = (content: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`))
    .png()
    .toBuffer()
const area = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`

/** A picture of 640 by 360 pixels of many shapes, as PNG; another number, another picture. @param turn degrees that all hues are turned by */
export async function drawScene(seed: number, turn = 0): Promise<Buffer> {
  const next = numbers(1_000 * seed + 1)
  const shapes = Array.from({ length: 160 }, () => {
    const fill = `hsl(${Math.floor(next() * 360) + turn},70%,${20 + Math.floor(next() * 60)}%)`
    const [x, y, size] = [next() * WIDTH, next() * HEIGHT, 6 + next() * next() * 110]
    return next() < 0.5
      ? `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${fill}"/>`
      : area(x, y, size, 4 + next() * size, fill)
  })
  return await paint(area(0, 0, WIDTH, HEIGHT, '#567') + shapes.join(''))
}

/** A page whose layout is always the same, with lines of made-up letters, as PNG; another number, other letters. */
export async function drawPage(seed: number): Promise<Buffer> {
  const next = numbers(1_000 * seed + 2)
  const letter = (x: number, y: number) =>
    Array.from({ length: 4 }, () => {
      const upright = next() < 0.5
      return area(x + next() * 7, y + next() * 9, upright ? 2 : 6, upright ? 11 : 2, '#111')
    }).join('')
  const lines = Array.from({ length: 9 }, (_, line) =>
    Array.from({ length: 24 }, (_, at) => (next() < 0.18 ? '' : letter(60 + at * 21, 70 + line * 30))).join(''),
  )
  return await paint(area(0, 0, WIDTH, HEIGHT, '#fff') + area(0, 0, WIDTH, 40, '#345') + lines.join(''))
}

/** A picture of one colour, as PNG. */
export const drawFlat = (colour: string): Promise<Buffer> => paint(area(0, 0, WIDTH, HEIGHT, colour))

/** A part of a picture, as JPEG. @param share of its sides @param x,y place of the part, 0 to 1 */
export async function cropped(picture: Buffer, share: number, x: number, y: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const [part_width, part_height] = [Math.round(width * share), Math.round(height * share)]
  const [left, top] = [Math.round((width - part_width) * x), Math.round((height - part_height) * y)]
  return await sharp(picture).extract({ left, top, width: part_width, height: part_height }).jpeg().toBuffer()
}
