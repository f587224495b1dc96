import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { file, type Model } from '../src/engines/models/catalogue/model.ts'
import { type OcrModelName, ocr_models } from '../src/engines/models/catalogue/ocr-models.ts'
import { OnnxGraph } from '../src/engines/process/onnx-graph.ts'
import { writeGraph } from './onnx.ts'

/** The inks of a line's characters, in the order of a recogniser's dictionary; black ink is a space. */
export const INKS = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ff00ff', '#00ffff'] as const
export const SPACE_INK = '#000000'

/** The catalogue's entry for a PP-OCRv5 model that a test has made. */
export const tinyOcrModel = (name: OcrModelName | 'ppocrv5-detector'): Model => ({
  ...ocr_models[name],
  revision: null,
  files: [file('inference.yml'), file('inference.onnx')],
})

/**
 * Writes a detector in PP-OCRv5's format: everything that is not white is a line of text, also across gaps of 40 px.
 */
export async function writeTinyDetector(folder: string): Promise<void> {
  const graph = new OnnxGraph()
  const pixels = graph.input('x', 'float32', ['batch', 3, 'height', 'width'])
  const channels = graph.constant(new BigInt64Array([1n]), [1])
  const light = graph.node('ReduceSum', [pixels, channels], { keepdims: 1 })
  // After the description's normalisation white is 7.3, and a full colour at most 3.
  const ink = graph.node('Mul', [
    graph.node('Sub', [light, graph.constant(new Float32Array([5]), [])]),
    graph.constant(new Float32Array([-5]), []),
  ])
  const probability = graph.node('Sigmoid', [ink])
  const lines = graph.node('MaxPool', [probability], {
    kernel_shape: [1, 41],
    strides: [1, 1],
    pads: [0, 20, 0, 20],
  })
  graph.output(lines, 'fetch_name_0', 'float32', ['batch', 1, 'height', 'width'])
  await mkdir(folder, { recursive: true })
  await writeGraph(graph, path.join(folder, 'inference.onnx'))
  await writeFile(path.join(folder, 'inference.yml'), DETECTOR_DESCRIPTION)
}

/** In PaddleX's format. */
const DETECTOR_DESCRIPTION = `Global:
  model_name: PP-OCRv5_mobile_det
Hpi:
  backend_configs:
    paddle_infer:
      trt_dynamic_shapes: &id001
        x:
        - - 1
          - 3
          - 32
          - 32
    tensorrt:
      dynamic_shapes: *id001
PreProcess:
  transform_ops:
  - DecodeImage:
      channel_first: false
      img_mode: BGR
  - DetLabelEncode: null
  - DetResizeForTest:
      resize_long: 960
  - NormalizeImage:
      mean:
      - 0.485
      - 0.456
      - 0.406
      order: hwc
      scale: 1./255.
      std:
      - 0.229
      - 0.224
      - 0.225
  - ToCHWImage: null
PostProcess:
  name: DBPostProcess
  thresh: 0.3
  box_thresh: 0.6
  max_candidates: 1000
  unclip_ratio: 1.5
`

export interface TinyRecogniserOptions {
  /** Number of classes in the output; those of the dictionary by default. */
  readonly classes?: number
  /** Height of a line in pixels. */
  readonly height?: number
}

/**
 * Writes a recogniser in PP-OCRv5's format: eight columns of a line are the character of their ink, or nothing.
 * @param characters of the dictionary; the first six have inks
 */
export async function writeTinyRecogniser(
  folder: string,
  characters: readonly string[],
  { classes = characters.length + 2, height = 48 }: TinyRecogniserOptions = {},
): Promise<void> {
  const graph = new OnnxGraph()
  const pixels = graph.input('x', 'float32', ['batch', 3, height, 'width'])
  // The minimum of each channel: ink on white gives the ink, however thin.
  const least = graph.node('Neg', [
    graph.node('MaxPool', [graph.node('Neg', [pixels])], { kernel_shape: [height, 8], strides: [height, 8] }),
  ])
  const columns = graph.node(
    'Transpose',
    [graph.node('Squeeze', [least, graph.constant(new BigInt64Array([2n]), [1])])],
    {
      perm: [0, 2, 1],
    },
  )
  const scores = graph.node('MatMul', [columns, graph.constant(inkDirections(classes), [3, classes])])
  graph.output(graph.node('Softmax', [scores], { axis: -1 }), 'fetch_name_0', 'float32', ['batch', 'steps', classes])
  await mkdir(folder, { recursive: true })
  await writeGraph(graph, path.join(folder, 'inference.onnx'))
  await writeFile(path.join(folder, 'inference.yml'), recogniserDescription(characters))
}

/** Large, so that the nearer of two inks wins with certainty: uncertain text is dropped. */
const SURENESS = 30

/**
 * The direction of each class in blue, green and red: white for nothing, each ink for its character, black for the
 * space.
 */
function inkDirections(classes: number): Float32Array {
  const matrix = new Float32Array(3 * classes)
  const point = (ink: string, to: number) => {
    for (let channel = 0; channel < 3; channel++) {
      const level = Number.parseInt(ink.slice(5 - 2 * channel, 7 - 2 * channel), 16)
      matrix[channel * classes + to] = SURENESS * (level / 127.5 - 1)
    }
  }
  point('#ffffff', 0)
  for (const [at, ink] of INKS.entries()) if (at + 1 < classes - 1) point(ink, at + 1)
  point(SPACE_INK, classes - 1)
  return matrix
}

const recogniserDescription = (characters: readonly string[]) => `Global:
  model_name: tiny_PP-OCRv5_mobile_rec
PreProcess:
  transform_ops:
  - DecodeImage:
      channel_first: false
      img_mode: BGR
  - MultiLabelEncode:
      gtc_encode: NRTRLabelEncode
  - RecResizeImg:
      image_shape:
      - 3
      - 48
      - 320
  - KeepKeys:
      keep_keys:
      - image
      - label_ctc
PostProcess:
  name: CTCLabelDecode
  character_dict:
${characters.map((character) => `  - ${/[\p{L}\p{M}]/u.test(character) ? character : `'${character.replace("'", "''")}'`}`).join('\n')}
`
