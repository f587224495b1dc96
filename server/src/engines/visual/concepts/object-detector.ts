import type { Box } from '../../engine.ts'
import { ConvertedModel, type Output } from '../networks/converted-model.ts'
import { humanModel } from '../networks/human-models.ts'
import { overlap, type Picture, padded, unpad } from '../networks/picture.ts'
import { OBJECTS } from './vocabulary.ts'

/** An object in a picture. */
export interface Detection {
  readonly name: string
  /** 0 to 1. */
  readonly confidence: number
  readonly box: Box
}

/** The result for one picture. */
export interface Sight {
  readonly detections: Detection[]
  /** Mean activations of the network's last stage, a summary of the picture. */
  readonly features: Float32Array
}

interface Peak extends Detection {
  readonly category: number
}

/** The network's input and output nodes. */
const NODES = {
  pictures: 'tower_0/images',
  heatmap: 'tower_0/keypoints',
  extents: 'tower_0/wh',
  features: 'tower_0/extern1/hard_swish/mul_1',
}
type Size = readonly [width: number, height: number]
type Shape = 'square' | 'portrait' | 'landscape'
/** The network's pictures in pixels. */
const FINE_SIZES: Readonly<Record<Shape, Size>> = { square: [416, 416], portrait: [288, 512], landscape: [512, 288] }
const COARSE_SIZES: Readonly<Record<Shape, Size>> = { square: [256, 256], portrait: [192, 320], landscape: [320, 192] }
/** The heatmap has one cell for 4x4 pixels. */
const STRIDE = 4
const LEAST_CONFIDENCE = 0.12
/** Weight of the fine pass when both passes run. */
const FINE_SHARE = 0.6
/**
 * Minimum share of an object's longer side for the coarse pass: it misses smaller objects, so it does not count against
 * them.
 */
const SMALL_OBJECT = 0.18
const SAME_OBJECT_OVERLAP = 0.5
const MOST_DETECTIONS = 40

function shapeOf({ width, height }: Picture): Shape {
  if (Math.max(width, height) / Math.min(width, height) < 1.2) return 'square'
  return height > width ? 'portrait' : 'landscape'
}

/**
 * Finds the 80 COCO categories with CenterNet on MobileNetV3 (github.com/610265158/mobilenetv3_centernet), which comes
 * with @vladmandic/human. Its authors squeeze pictures into a square. The network is fully convolutional, so here it
 * gets frames with the picture's own proportions, which finds more and costs less.
 */
export class ObjectDetector {
  #model: Promise<ConvertedModel> | undefined

  /** Finds objects. Boxes are shares of the picture. */
  async detect(picture: Picture): Promise<Sight> {
    const model = await this.#open()
    // Two passes: the fine one finds small objects, the coarse one those that fill the frame.
    const near = await look(model, picture, FINE_SIZES[shapeOf(picture)])
    const far = await look(model, picture, COARSE_SIZES[shapeOf(picture)])
    return { detections: fuse(near.peaks, far.peaks), features: near.features }
  }

  /** The features that `detect` finds, in half of its time. */
  async summarise(picture: Picture): Promise<Float32Array> {
    const { outputs } = await run(await this.#open(), picture, FINE_SIZES[shapeOf(picture)])
    return means(outputs[2])
  }

  async #open(): Promise<ConvertedModel> {
    const input = { node: NODES.pictures, shape: ['height', 'width', 3] } as const
    this.#model ??= ConvertedModel.open(humanModel('centernet'), input, [NODES.heatmap, NODES.extents, NODES.features])
    return await this.#model
  }
}

async function run(model: ConvertedModel, picture: Picture, [width, height]: Size) {
  const { data, fit } = await padded(picture, width, height)
  return { fit, outputs: (await model.run(data, width, height)) as [Output, Output, Output] }
}

async function look(model: ConvertedModel, picture: Picture, size: Size) {
  const [width, height] = size
  const { fit, outputs } = await run(model, picture, size)
  const [heatmap, extents, last] = outputs
  const columns = width / STRIDE
  const rows = height / STRIDE
  const peaks = findPeaks(heatmap.values, columns, rows).map(({ cell, category, confidence }): Peak => {
    const x = (cell % columns) * STRIDE
    const y = Math.floor(cell / columns) * STRIDE
    const reach = extents.values.subarray(cell * 4, cell * 4 + 4) as unknown as [number, number, number, number]
    const frame = {
      x: (x - reach[0]) / width,
      y: (y - reach[1]) / height,
      width: (reach[0] + reach[2]) / width,
      height: (reach[1] + reach[3]) / height,
    }
    return { name: OBJECTS[category]?.name ?? '', category, confidence, box: unpad(frame, fit) }
  })
  return { peaks: peaks.filter((peak) => peak.box.width > 0 && peak.box.height > 0), features: means(last) }
}

/**
 * Cells whose confidence for a category is the highest among their neighbours (CenterNet's replacement for suppression
 * of overlaps).
 */
function findPeaks(heatmap: Float32Array, columns: number, rows: number) {
  const categories = OBJECTS.length
  const peaks: { cell: number; category: number; confidence: number }[] = []
  for (let index = 0; index < heatmap.length; index++) {
    const confidence = heatmap[index] as number
    if (confidence < LEAST_CONFIDENCE) continue
    const category = index % categories
    const cell = (index - category) / categories
    const x = cell % columns
    const y = (cell - x) / columns
    let highest = true
    for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1) && highest; row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++)
        if ((heatmap[(row * columns + column) * categories + category] as number) > confidence) highest = false
    if (highest) peaks.push({ cell, category, confidence })
  }
  return peaks
}

function means({ values, channels }: Output): Float32Array {
  const sums = new Float32Array(channels)
  for (let index = 0; index < values.length; index++)
    sums[index % channels] = (sums[index % channels] as number) + (values[index] as number)
  return sums.map((sum) => (sum * channels) / values.length)
}

/** Joins both passes: an object in both keeps its confidence, one in a single pass loses some. */
function fuse(near: Peak[], far: Peak[]): Detection[] {
  const unmatched = new Set(far)
  const found = near.map((peak) => {
    let best: Peak | undefined
    for (const other of far) {
      if (other.category !== peak.category || overlap(other.box, peak.box) < SAME_OBJECT_OVERLAP) continue
      if (!best || other.confidence > best.confidence) best = other
      unmatched.delete(other)
    }
    const small = Math.max(peak.box.width, peak.box.height) < SMALL_OBJECT
    const second = best?.confidence ?? (small ? peak.confidence : 0)
    return { ...peak, confidence: FINE_SHARE * peak.confidence + (1 - FINE_SHARE) * second }
  })
  const seen_far = [...unmatched].map((peak) => ({ ...peak, confidence: (1 - FINE_SHARE) * peak.confidence }))
  const kept: Peak[] = []
  for (const peak of [...found, ...seen_far].sort((a, b) => b.confidence - a.confidence)) {
    const double = kept.some(
      (other) => other.category === peak.category && overlap(other.box, peak.box) >= SAME_OBJECT_OVERLAP,
    )
    if (!double) kept.push(peak)
    if (kept.length === MOST_DETECTIONS) break
  }
  return kept.map(({ name, confidence, box }) => ({ name, confidence, box }))
}
