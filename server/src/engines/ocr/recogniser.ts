import type { WrittenLine } from '../engine.ts'
import { openFusedSession } from '../process/fusion/fused-session.ts'
import { UnfitModel } from '../unfit-model.ts'
import { cropQuad } from './crop.ts'
import { decodeSteps, type StepProbabilities } from './decode.ts'
import { boundsOf, type Quad } from './detection/quad.ts'
import { logicalOrder } from './lines/reading-order.ts'
import { type Pixels, toPlanes } from './pixels.ts'
import { PlaneModel } from './plane-model.ts'

/** Weights that read a line of text, and their input. */
export interface RecogniserModel {
  /** Path of the ONNX file. */
  readonly file: string
  /** Height in pixels to which a line is scaled. */
  readonly height: number
  /** Width in pixels to which a shorter line is padded. */
  readonly least_width: number
  /** Character of each class: first the CTC blank, which has none, and last the space. */
  readonly keys: readonly string[]
  /** Whether spaces win too few steps, so that weak evidence must count. */
  readonly weak_spaces: boolean
}

/** One step of the output is eight pixels wide. */
const STEP = 8
/** Longer lines (in heights) are cut off: no screen has one. */
const MAX_WIDTH = 64
/** The middle of the scale becomes zero. */
const HALVES = [0.5, 0.5, 0.5]

/** A loaded reader of single lines. */
export class LineRecogniser extends PlaneModel<RecogniserModel> {
  /**
   * Loads the weights, and runs them once.
   * @throws UnfitModel when they are damaged, of another shape, or know another number of characters than listed
   */
  static async open(model: RecogniserModel, threads: number): Promise<LineRecogniser> {
    const recogniser = new LineRecogniser(model, await openFusedSession(model, threads))
    const width = Math.max(model.least_width, 2 * model.height)
    await recogniser.#steps(new Float32Array(3 * model.height * width), width)
    return recogniser
  }

  /** Reads the line in a rectangle of a picture. */
  async read(pixels: Pixels, quad: Quad): Promise<WrittenLine> {
    const { height, least_width, keys, weak_spaces } = this.model
    const crop = cropQuad(pixels, quad, height)
    const long = Math.max(least_width, Math.ceil(crop.width / STEP) * STEP)
    const width = Math.min(long, MAX_WIDTH * height)
    const planes = padPlanes(toPlanes(crop, HALVES, HALVES), crop.width, width)
    const { text, confidence } = decodeSteps(await this.#steps(planes, width), keys, weak_spaces)
    const bounds = boundsOf(quad)
    const [left, top] = [Math.max(0, bounds.left), Math.max(0, bounds.top)]
    return {
      text: logicalOrder(text),
      confidence,
      box: {
        x: left / pixels.width,
        y: top / pixels.height,
        width: (Math.min(pixels.width, bounds.right) - left) / pixels.width,
        height: (Math.min(pixels.height, bounds.bottom) - top) / pixels.height,
      },
    }
  }

  async #steps(planes: Float32Array, width: number): Promise<StepProbabilities> {
    const { height, keys } = this.model
    const { data, dims } = await this.run(planes, width, height)
    const [batch, steps = 0, classes = 0] = dims
    if (dims.length !== 3 || batch !== 1 || classes !== keys.length)
      throw new UnfitModel(this.model, `answers ${dims.join(' x ')} numbers where ${keys.length} characters belong.`)
    return { data, steps, classes }
  }
}

/** Pads (with mid-grey, which is zero here) or cuts each row of three planes. */
function padPlanes(planes: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return planes
  const rows = planes.length / from
  const padded = new Float32Array(rows * to)
  for (let row = 0; row < rows; row++)
    padded.set(planes.subarray(row * from, row * from + Math.min(from, to)), row * to)
  return padded
}
