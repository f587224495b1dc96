import type { GraphModel } from '@tensorflow/tfjs-converter'
import { dispose, type Tensor, tensor4d } from '@tensorflow/tfjs-core'
import type { Box } from '../engine.ts'
import { type ModelFile, readModel, weightOffset } from '../graph-model.ts'
import { humanModel } from './human-models.ts'
import { overlap, type Picture, padded, unpad } from './picture.ts'
import { OBJECTS } from './vocabulary.ts'

/** An object found in a picture. */
export interface Detection {
  readonly name: string
  /** 0 to 1. */
  readonly confidence: number
  readonly box: Box
}

/** What one look at a picture gives. */
export interface Sight {
  readonly detections: Detection[]
  /** Mean activations of the network's last stage, a summary of the picture. */
  readonly features: Float32Array
}

/** Networks of two frame sizes: the fine one finds small objects, the coarse one those that fill the frame. */
interface Network {
  readonly model: GraphModel
  readonly width: number
  readonly height: number
}

interface Peak extends Detection {
  readonly category: number
}

const HEATMAP = 'tower_0/keypoints'
const EXTENTS = 'tower_0/wh'
const FEATURES = 'tower_0/extern1/hard_swish/mul_1'
/** The heatmap has one cell for 4x4 pixels. */
const STRIDE = 4
/** The three places where the network doubles its resolution, and the stride there. */
const UPSAMPLINGS: [string, number][] = [
  ['c5_upsample/up_sampling2d/mul', 16],
  ['c4_upsample/up_sampling2d_1/mul', 8],
  ['c3_upsample/up_sampling2d_2/mul', 4],
]
const LEAST_CONFIDENCE = 0.12
/** Weight of the fine look where both looks are taken. */
const FINE_SHARE = 0.6
/** An object whose longer side is a smaller share of the picture is too small for the coarse look, which then says nothing against it. */
const SMALL_OBJECT = 0.18
const SAME_OBJECT_OVERLAP = 0.5
const MOST_DETECTIONS = 40

/**
 * Finds the 80 COCO categories with CenterNet on MobileNetV3 (github.com/610265158/mobilenetv3_centernet), which ships with
 * @vladmandic/human. Its authors run it on a square that the picture is squeezed into; it is fully convolutional, so here it gets
 * frames of the picture's own proportions, which finds more and costs less.
 */
export class ObjectDetector {
  readonly #networks = new Map<string, Promise<Network>>()

  /** Finds objects. Boxes are shares of the picture. */
  async detect(picture: Picture): Promise<Sight> {
    const portrait = picture.height > picture.width
    const square = Math.max(picture.width, picture.height) / Math.min(picture.width, picture.height) < 1.2
    const fine = await this.#network(square ? 416 : portrait ? 288 : 512, square ? 416 : portrait ? 512 : 288)
    const coarse = await this.#network(square ? 256 : portrait ? 192 : 320, square ? 256 : portrait ? 320 : 192)
    const near = await look(fine, picture, true)
    const far = await look(coarse, picture, false)
    return { detections: fuse(near.peaks, far.peaks), features: near.features }
  }

  #network(width: number, height: number): Promise<Network> {
    const key = `${width}x${height}`
    let network = this.#networks.get(key)
    if (!network) {
      network = readModel(humanModel('centernet'), (file, weights) => reshape(file, weights, width, height)).then(
        (model) => ({
          model,
          width,
          height,
        }),
      )
      this.#networks.set(key, network)
    }
    return network
  }
}

/** Fits the network to another frame size: only its input and the sizes of three upsamplings name one. */
function reshape(file: ModelFile, weights: Buffer, width: number, height: number): void {
  for (const [name, stride] of UPSAMPLINGS) {
    const offset = weightOffset(file, name)
    weights.writeInt32LE(height / stride, offset)
    weights.writeInt32LE(width / stride, offset + 4)
  }
  const dimensions = ['1', String(height), String(width), '3'].map((size) => ({ size }))
  const input = file.modelTopology.node.find((node) => node.op === 'Placeholder')
  if (!input) throw new Error('The object model has no input.')
  input.attr = { ...input.attr, shape: { shape: { dim: dimensions } } }
  for (const named of Object.values(file.signature?.inputs ?? {})) named.tensorShape.dim = dimensions
}

async function look({ model, width, height }: Network, picture: Picture, features: boolean) {
  const { data, fit } = await padded(picture, width, height)
  const input = tensor4d(Float32Array.from(data), [1, height, width, 3])
  const outputs = model.execute(input, features ? [HEATMAP, EXTENTS, FEATURES] : [HEATMAP, EXTENTS]) as Tensor[]
  const [heatmap, extents, last] = (await Promise.all(outputs.map((output) => output.data()))) as Float32Array[]
  const channels = outputs[2]?.shape[3] ?? 0
  dispose([input, ...outputs])
  const columns = width / STRIDE
  const rows = height / STRIDE
  const peaks = findPeaks(heatmap as Float32Array, columns, rows).map(({ cell, category, confidence }): Peak => {
    const x = (cell % columns) * STRIDE
    const y = Math.floor(cell / columns) * STRIDE
    const reach = (extents as Float32Array).subarray(cell * 4, cell * 4 + 4) as unknown as [
      number,
      number,
      number,
      number,
    ]
    const frame = {
      x: (x - reach[0]) / width,
      y: (y - reach[1]) / height,
      width: (reach[0] + reach[2]) / width,
      height: (reach[1] + reach[3]) / height,
    }
    return { name: OBJECTS[category]?.name ?? '', category, confidence, box: unpad(frame, fit) }
  })
  return { peaks: peaks.filter((peak) => peak.box.width > 0 && peak.box.height > 0), features: means(last, channels) }
}

/** Cells whose confidence for a category is the highest among their neighbours (CenterNet's replacement for suppression of overlaps). */
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

function means(values: Float32Array | undefined, channels: number): Float32Array {
  const sums = new Float32Array(channels)
  if (!values || channels === 0) return sums
  for (let index = 0; index < values.length; index++)
    sums[index % channels] = (sums[index % channels] as number) + (values[index] as number)
  return sums.map((sum) => (sum * channels) / values.length)
}

/** Joins both looks: what both see keeps its confidence, what one alone sees loses some. */
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
