import { largest } from '@footnote/contract/shared/extremes.ts'
import type { Box } from '../../engine.ts'
import { ConvertedModel, type Output } from '../networks/converted-model.ts'
import { humanModel } from '../networks/human-models.ts'
import { crop, overlap, type Picture, padded, unpad } from '../networks/picture.ts'

/** A face, and the models' guesses about the person. */
export interface Face {
  readonly box: Box
  /** 0 to 1. */
  readonly confidence: number
  /** In years. */
  readonly age: number
  readonly gender: 'man' | 'woman'
  /** Confidence of the gender, 0 to 1. */
  readonly gender_confidence: number
  /** The strongest expression other than neutral, if any. */
  readonly expression: { readonly name: 'smiling' | 'angry' | 'sad' | 'surprised'; readonly confidence: number } | null
}

const DETECTOR_SIZE = 256
const DESCRIPTION_SIZE = 224
const EXPRESSION_SIZE = 64
const LEAST_CONFIDENCE = 0.4
const SAME_FACE_OVERLAP = 0.3
/** Pixels: smaller faces show neither age nor expression. */
const LEAST_FACE_PIXELS = 40
/** The detector's boxes end at brow and chin; the other models were trained on whole heads. */
const HEAD_SCALE = 1.4
/** Minimum confidence of an expression. */
const LEAST_EXPRESSION = 0.5
const EXPRESSIONS = ['angry', 'disgusted', 'afraid', 'smiling', 'sad', 'surprised', 'neutral'] as const
const LUMA = [0.2989, 0.587, 0.114] as const

/** Finds faces with BlazeFace and describes them with HSE-FaceRes (age, gender) and oarriaga's expression network. */
export class FaceReader {
  #models: ReturnType<typeof openModels> | undefined

  /**
   * Finds the faces in a part of the picture.
   * @param region to search, usually the upper part of a person
   * @param most maximum number of faces to describe, the largest first
   */
  async read(picture: Picture, region: Box, most: number): Promise<Face[]> {
    this.#models ??= openModels()
    const [detector, description, expression] = await this.#models
    const found = await detect(detector, picture, region)
    const large = found
      .filter(({ box }) => Math.min(box.width * picture.width, box.height * picture.height) >= LEAST_FACE_PIXELS)
      .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
    const faces: Face[] = []
    for (const { box, confidence } of large.slice(0, most)) {
      const head = enlarge(box, picture)
      faces.push({
        box,
        confidence,
        ...(await describe(description, await crop(picture, head, DESCRIPTION_SIZE, DESCRIPTION_SIZE))),
        expression: await express(expression, await crop(picture, head, EXPRESSION_SIZE, EXPRESSION_SIZE)),
      })
    }
    return faces
  }
}

const openModels = () =>
  Promise.all([
    ConvertedModel.open(
      humanModel('blazeface'),
      { node: 'input', shape: [DETECTOR_SIZE, DETECTOR_SIZE, 3], range: { times: 1 / 127.5, plus: -1 } },
      ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'],
    ),
    ConvertedModel.open(humanModel('faceres'), { node: 'input_1', shape: [DESCRIPTION_SIZE, DESCRIPTION_SIZE, 3] }, [
      'gender_pred/Sigmoid',
      'age_pred/Softmax',
    ]),
    ConvertedModel.open(
      humanModel('emotion'),
      { node: 'input_1', shape: [EXPRESSION_SIZE, EXPRESSION_SIZE, 1], range: { times: 2 / 255, plus: -1 } },
      ['Identity'],
    ),
  ])

async function detect(
  model: ConvertedModel,
  picture: Picture,
  region: Box,
): Promise<{ box: Box; confidence: number }[]> {
  const width = Math.max(1, Math.round(region.width * picture.width))
  const height = Math.max(1, Math.round(region.height * picture.height))
  const part = { width, height, pixels: await crop(picture, region, width, height) }
  const { data, fit } = await padded(part, DETECTOR_SIZE, DETECTOR_SIZE)
  const [scores_16, scores_8, boxes_16, boxes_8] = (await model.run(data, DETECTOR_SIZE, DETECTOR_SIZE)).map(
    ({ values }) => values,
  ) as [Float32Array, Float32Array, Float32Array, Float32Array]
  const grids = [
    { scores: scores_16, boxes: boxes_16, cells: 16, each: 2 },
    { scores: scores_8, boxes: boxes_8, cells: 8, each: 6 },
  ]
  const faces: { box: Box; confidence: number }[] = []
  for (const { scores, boxes, ...grid } of grids) {
    for (let anchor = 0; anchor < scores.length; anchor++) {
      const confidence = 1 / (1 + Math.exp(-(scores[anchor] as number)))
      if (confidence < LEAST_CONFIDENCE) continue
      const cell = Math.floor(anchor / grid.each)
      const value = (index: number) => (boxes[anchor * 16 + index] ?? 0) / DETECTOR_SIZE
      const x = ((cell % grid.cells) + 0.5) / grid.cells + value(0)
      const y = (Math.floor(cell / grid.cells) + 0.5) / grid.cells + value(1)
      const share = { width: value(2), height: value(3) }
      const inside = unpad({ x: x - share.width / 2, y: y - share.height / 2, ...share }, fit)
      faces.push({
        confidence,
        box: {
          x: region.x + inside.x * region.width,
          y: region.y + inside.y * region.height,
          width: inside.width * region.width,
          height: inside.height * region.height,
        },
      })
    }
  }
  const kept: typeof faces = []
  for (const face of faces.sort((a, b) => b.confidence - a.confidence))
    if (!kept.some((other) => overlap(other.box, face.box) > SAME_FACE_OVERLAP)) kept.push(face)
  return kept
}

async function describe(model: ConvertedModel, pixels: Buffer) {
  const [gender, ages] = (await model.run(pixels, DESCRIPTION_SIZE, DESCRIPTION_SIZE)) as [Output, Output]
  const male = gender.values[0] ?? 0.5
  const age = ages.values.reduce((sum, probability, year) => sum + probability * year, 0)
  return {
    age,
    gender: male > 0.5 ? ('man' as const) : ('woman' as const),
    gender_confidence: 2 * Math.abs(male - 0.5),
  }
}

async function express(model: ConvertedModel, pixels: Buffer): Promise<Face['expression']> {
  const grey = new Uint8Array(EXPRESSION_SIZE * EXPRESSION_SIZE)
  for (let index = 0; index < grey.length; index++)
    grey[index] = LUMA.reduce((sum, weight, channel) => sum + weight * (pixels[index * 3 + channel] as number), 0.5)
  const [{ values: shares }] = (await model.run(grey, EXPRESSION_SIZE, EXPRESSION_SIZE)) as [Output]
  const strongest = shares.indexOf(largest(shares))
  const name = EXPRESSIONS[strongest]
  if ((shares[strongest] as number) < LEAST_EXPRESSION) return null
  if (name !== 'smiling' && name !== 'angry' && name !== 'sad' && name !== 'surprised') return null
  return { name, confidence: shares[strongest] as number }
}

/** A square that contains the whole head around a face. */
function enlarge(box: Box, picture: Picture): Box {
  const side = HEAD_SCALE * Math.max(box.width * picture.width, box.height * picture.height)
  const width = side / picture.width
  const height = side / picture.height
  const x = Math.max(0, box.x + (box.width - width) / 2)
  const y = Math.max(0, box.y + (box.height - height) / 2)
  return { x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) }
}
