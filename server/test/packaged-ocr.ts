import { copyFile, mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import { OCR_DETECTOR, type OcrModelName } from '../src/engines/models/catalogue/ocr-models.ts'
import { PACKAGED_DETECTOR, packagedRecogniser } from '../src/engines/ocr/packaged.ts'
import { fieldsOf } from '../src/engines/process/protobuf.ts'
import { randomNumbers } from './random-numbers.ts'

/** Faults of a copy. */
export interface CopyFaults {
  /** All weights of the recogniser are replaced by random numbers of the same size. */
  readonly random_weights?: boolean
  /** The recogniser's characters are in another order. */
  readonly shuffled_characters?: boolean
  /** The second half of the recogniser's weights is missing. */
  readonly cut?: boolean
  /** The first layers of both take red for blue, as our preprocessing would with a wrong order. */
  readonly swapped_channels?: boolean
  /** The detector's description names no mean and no deviation: pixels arrive between 0 and 1. */
  readonly wrong_mean?: boolean
}

const PREPARED = [{ DecodeImage: { channel_first: false, img_mode: 'BGR' } }]

/** Writes the packaged PP-OCRv4 into the store's folders of PP-OCRv5 models, with faults. @param models_dir of the store */
export async function copyPackagedOcr(models_dir: string, name: OcrModelName, faults: CopyFaults = {}): Promise<void> {
  const recogniser = await packagedRecogniser()
  const characters = recogniser.keys.slice(1, -1)
  await copyModel(path.join(models_dir, name), recogniser.file, faults, {
    PreProcess: {
      transform_ops: [...PREPARED, { RecResizeImg: { image_shape: [3, recogniser.height, recogniser.least_width] } }],
    },
    PostProcess: {
      name: 'CTCLabelDecode',
      character_dict: faults.shuffled_characters ? shuffled(characters) : characters,
    },
  })
  const { file, longest_side, mean, deviation, rules } = PACKAGED_DETECTOR
  const normal = faults.wrong_mean ? { mean: [0, 0, 0], std: [1, 1, 1] } : { mean: [...mean], std: [...deviation] }
  await copyModel(
    path.join(models_dir, OCR_DETECTOR),
    file,
    { swapped_channels: faults.swapped_channels ?? false },
    {
      PreProcess: {
        transform_ops: [...PREPARED, { DetResizeForTest: { resize_long: longest_side } }, { NormalizeImage: normal }],
      },
      PostProcess: {
        name: 'DBPostProcess',
        thresh: rules.threshold,
        box_thresh: rules.box_threshold,
        unclip_ratio: rules.unclip,
      },
    },
  )
}

async function copyModel(folder: string, weights: string, faults: CopyFaults, description: object): Promise<void> {
  await mkdir(folder, { recursive: true })
  const copy = path.join(folder, 'inference.onnx')
  await copyFile(weights, copy)
  const file = await readFile(weights)
  if (faults.random_weights) for (const { values } of weightsIn(file)) fillRandomly(values)
  if (faults.swapped_channels) swapChannels(file)
  if (faults.random_weights || faults.swapped_channels) await writeFile(copy, file)
  if (faults.cut) await truncate(copy, Math.floor(file.length / 2))
  await writeFile(path.join(folder, 'inference.yml'), stringify(description))
}

interface Weights {
  readonly sizes: readonly number[]
  /** In the file's own memory. */
  readonly values: Buffer
}

/** Numbers of fields in the ONNX format (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). */
const [GRAPH, NODE, INITIALIZER, ATTRIBUTE, ATTRIBUTE_TENSOR] = [7, 1, 5, 5, 5]
const TENSOR = { size: 1, type: 2, values: 9 }
const FLOAT = 1

/** The 32-bit numbers of a model's weights. */
function weightsIn(file: Uint8Array): Weights[] {
  const graph = fieldsOf(file)
    .filter(({ number }) => number === GRAPH)
    .flatMap(({ bytes }) => fieldsOf(bytes))
  const constants = graph
    .filter(({ number }) => number === NODE)
    .flatMap(({ bytes }) => fieldsOf(bytes).filter(({ number }) => number === ATTRIBUTE))
    .flatMap(({ bytes }) => fieldsOf(bytes).filter(({ number }) => number === ATTRIBUTE_TENSOR))
  const tensors = [...graph.filter(({ number }) => number === INITIALIZER), ...constants]
  return tensors.flatMap(({ bytes }) => {
    const fields = fieldsOf(bytes)
    const values = fields.find(({ number }) => number === TENSOR.values)?.bytes
    if (!values || fields.find(({ number }) => number === TENSOR.type)?.value !== FLOAT) return []
    const sizes = fields.filter(({ number }) => number === TENSOR.size).map(({ value }) => value)
    return [{ sizes, values: Buffer.from(values.buffer, values.byteOffset, values.byteLength) }]
  })
}

const random = randomNumbers(7)

function fillRandomly(values: Buffer): void {
  let squares = 0
  for (let at = 0; at < values.length; at += 4) squares += values.readFloatLE(at) ** 2
  const size = Math.sqrt((3 * squares) / (values.length / 4))
  for (let at = 0; at < values.length; at += 4) values.writeFloatLE(size * (2 * random() - 1), at)
}

/** Exchanges the first and the third of the input's three channels in the first layer. */
function swapChannels(file: Uint8Array): void {
  const first = weightsIn(file).find(({ sizes }) => sizes.length === 4 && sizes[1] === 3)
  if (!first) throw new Error('The model has no layer that reads three channels.')
  const [outputs = 0, , height = 0, width = 0] = first.sizes
  const plane = 4 * height * width
  for (let output = 0; output < outputs; output += 1) {
    const [red, blue] = [3 * output * plane, (3 * output + 2) * plane]
    const kept = Buffer.from(first.values.subarray(red, red + plane))
    first.values.copy(first.values, red, blue, blue + plane)
    kept.copy(first.values, blue)
  }
}

function shuffled(characters: readonly string[]): string[] {
  return characters
    .map((character) => [random(), character] as const)
    .sort(([a], [b]) => a - b)
    .map(([, character]) => character)
}
