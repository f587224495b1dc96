import { openFusedSession } from '../../process/fusion/fused-session.ts'
import { UnfitModel } from '../../unfit-model.ts'
import { type Pixels, resizePixels, toPlanes } from '../pixels.ts'
import { PlaneModel } from '../plane-model.ts'
import { type BoxRules, findQuads, type ProbabilityMap } from './detect.ts'
import type { Quad } from './quad.ts'

/** Weights that detect lines of text, and their input. */
export interface DetectorModel {
  /** Path of the ONNX file. */
  readonly file: string
  /**
   * Larger pictures are reduced until their longer side has this many pixels; above 1280 px by the same share as one of
   * 1280, since they are as large because their letters are small.
   */
  readonly longest_side: number
  /** Of blue, green and red, 0 to 1. The input is (value - mean) / deviation. */
  readonly mean: readonly number[]
  readonly deviation: readonly number[]
  readonly rules: BoxRules
}

/** Long side of the samples of most films, in pixels. */
const USUAL_SIDE = 1280
/** The detector halves its input five times. */
const STEP = 32

/** A loaded detector of lines of text. */
export class TextDetector extends PlaneModel<DetectorModel> {
  /**
   * Loads the weights, and runs them once.
   * @throws UnfitModel when they are damaged or of another shape
   */
  static async open(model: DetectorModel, threads: number): Promise<TextDetector> {
    const detector = new TextDetector(model, await openFusedSession(model, threads))
    await detector.#map(new Float32Array(3 * STEP * 2 * STEP), 2 * STEP, STEP)
    return detector
  }

  /** @returns rectangles around lines or parts of lines, in the picture's pixels */
  async find(pixels: Pixels): Promise<Quad[]> {
    const { longest_side, mean, deviation, rules } = this.model
    const scale = Math.min(1, longest_side / Math.min(USUAL_SIDE, Math.max(pixels.width, pixels.height)))
    const width = Math.max(STEP, Math.round((pixels.width * scale) / STEP) * STEP)
    const height = Math.max(STEP, Math.round((pixels.height * scale) / STEP) * STEP)
    const planes = toPlanes(await resizePixels(pixels, width, height), mean, deviation)
    const [across, down] = [pixels.width / width, pixels.height / height]
    return findQuads(await this.#map(planes, width, height), rules).map((quad) => ({
      x: quad.x * across,
      y: quad.y * down,
      width: quad.width * across,
      height: quad.height * down,
      angle: quad.angle,
    }))
  }

  async #map(planes: Float32Array, width: number, height: number): Promise<ProbabilityMap> {
    const { data, dims } = await this.run(planes, width, height)
    if (data.length !== width * height)
      throw new UnfitModel(this.model, `answers ${dims.join(' x ')} numbers where ${height} x ${width} belong.`)
    return { data, width, height }
  }
}
