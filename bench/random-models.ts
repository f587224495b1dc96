import { OnnxGraph } from '../server/src/engines/process/onnx-graph.ts'
import { matrixProduct, type Precision, quantised, writeGraph } from '../server/test/onnx.ts'

/** The shape of a transformer tower. */
export interface TowerShape {
  readonly layers: number
  readonly width: number
  readonly heads: number
  /** Width of the hidden layer of each block. */
  readonly hidden: number
  /** Length of the vector. */
  readonly dimensions: number
}

/**
 * Shape of both ViT-B and the text tower of SigLIP2 base: 12 layers of width 768 (Dosovitskiy et al. 2021, table 1;
 * Tschannen et al. 2025).
 */
export const BASE = { layers: 12, width: 768, heads: 12, hidden: 3072 } as const

const NORM_EPSILON = 1e-6

/** A model under construction: its graph, and the type of its weights. */
interface ModelDraft {
  readonly graph: OnnxGraph
  readonly precision: Precision
  readonly random: () => number
}

/**
 * Writes a vision transformer with random weights: patches by a convolution, a token for the whole picture, learned
 * positions, and a projection of that token's last state, like CLIP's picture tower (Radford et al. 2021). In int8 the
 * matrices are quantised, but not the convolution.
 * @param picture sides of picture and patch in pixels, and the names of input and output
 */
export async function writeVisionTower(
  file: string,
  shape: TowerShape,
  picture: { size: number; patch: number; input: string; output: string },
  precision: Precision,
): Promise<void> {
  const making: ModelDraft = { graph: new OnnxGraph(), precision, random: randomNumbers() }
  const { graph } = making
  const { size, patch } = picture
  const { width } = shape
  const pixels = graph.input(picture.input, 'float32', ['batch', 3, size, size])
  const kernel = graph.constant(weights(making, width * 3 * patch * patch, 3 * patch * patch), [width, 3, patch, patch])
  const patches = graph.node('Conv', [pixels, kernel], { kernel_shape: [patch, patch], strides: [patch, patch] })
  const tokens = (size / patch) ** 2
  const rows = graph.node('Transpose', [reshape(graph, patches, [0, width, tokens])], { perm: [0, 2, 1] })
  // A zero for each picture, which repeats the token of the whole for every picture of a batch.
  const none = graph.node('Mul', [
    graph.node('ReduceMean', [rows], { axes: [1], keepdims: 1 }),
    graph.constant(new Float32Array([0]), [1]),
  ])
  const whole = graph.node('Add', [none, graph.constant(weights(making, width, width), [1, 1, width])])
  const all = graph.node('Concat', [whole, rows], { axis: 1 })
  const positions = graph.constant(weights(making, (tokens + 1) * width, width), [1, tokens + 1, width])
  const states = blocks(making, graph.node('Add', [all, positions]), shape, tokens + 1)
  const first = graph.node('Gather', [states, graph.constant(new BigInt64Array([0n]), [])], { axis: 1 })
  graph.output(linear(making, first, width, shape.dimensions), picture.output, 'float32', ['batch', shape.dimensions])
  await writeGraph(graph, file)
}

/**
 * Writes a text tower with random weights: embedded tokens with learned positions, and a projection of the last token's
 * last state, like SigLIP's (Zhai et al. 2023). In int8 the token embeddings are integers, too.
 */
export async function writeTextTower(
  file: string,
  shape: TowerShape,
  text: { vocabulary: number; tokens: number; input: string; output: string },
  precision: Precision,
): Promise<void> {
  const making: ModelDraft = { graph: new OnnxGraph(), precision, random: randomNumbers() }
  const { graph } = making
  const { width } = shape
  const ids = graph.input(text.input, 'int64', ['batch', text.tokens])
  const embedded = embeddings(making, ids, text.vocabulary, width)
  const positions = graph.constant(weights(making, text.tokens * width, width), [1, text.tokens, width])
  const states = blocks(making, graph.node('Add', [embedded, positions]), shape, text.tokens)
  const last = graph.constant(new BigInt64Array([BigInt(text.tokens - 1)]), [])
  const vector = linear(making, graph.node('Gather', [states, last], { axis: 1 }), width, shape.dimensions)
  graph.output(vector, text.output, 'float32', ['batch', shape.dimensions])
  await writeGraph(graph, file)
}

function embeddings(making: ModelDraft, ids: string, vocabulary: number, width: number): string {
  const { graph, precision } = making
  const values = weights(making, vocabulary * width, width)
  if (precision === 'fp32') return graph.node('Gather', [graph.constant(values, [vocabulary, width]), ids])
  const { integers, scale } = quantised(values)
  const rows = graph.node('Gather', [graph.constant(integers, [vocabulary, width]), ids])
  return graph.node('DequantizeLinear', [rows, graph.constant(new Float32Array([scale]), [])])
}

/** Attention and two dense layers, each after a layer norm and with a residual connection; a norm at the end. */
function blocks(making: ModelDraft, input: string, shape: TowerShape, tokens: number): string {
  const { graph } = making
  let states = input
  for (let layer = 0; layer < shape.layers; layer += 1) {
    states = graph.node('Add', [states, attention(making, norm(making, states, shape.width), shape, tokens)])
    const hidden = linear(making, norm(making, states, shape.width), shape.width, shape.hidden)
    states = graph.node('Add', [states, linear(making, gelu(graph, hidden), shape.hidden, shape.width)])
  }
  return norm(making, states, shape.width)
}

function attention(making: ModelDraft, input: string, { width, heads }: TowerShape, tokens: number): string {
  const { graph } = making
  const size = width / heads
  const part = (perm: readonly number[]) =>
    graph.node('Transpose', [reshape(graph, linear(making, input, width, width), [0, tokens, heads, size])], { perm })
  const query = graph.node('Mul', [part([0, 2, 1, 3]), graph.constant(new Float32Array([1 / Math.sqrt(size)]), [1])])
  const likeness = graph.node('MatMul', [query, part([0, 2, 3, 1])])
  const seen = graph.node('MatMul', [graph.node('Softmax', [likeness], { axis: -1 }), part([0, 2, 1, 3])])
  const joined = reshape(graph, graph.node('Transpose', [seen], { perm: [0, 2, 1, 3] }), [0, tokens, width])
  return linear(making, joined, width, width)
}

function norm({ graph }: ModelDraft, input: string, width: number): string {
  const scale = graph.constant(new Float32Array(width).fill(1), [width])
  const shift = graph.constant(new Float32Array(width), [width])
  return graph.node('LayerNormalization', [input, scale, shift], { axis: -1, epsilon: { float: NORM_EPSILON } })
}

/** x / 2 * (1 + erf(x / sqrt 2)), in the form that exporters write and the runtime fuses. */
function gelu(graph: OnnxGraph, input: string): string {
  const scalar = (value: number) => graph.constant(new Float32Array([value]), [])
  const error = graph.node('Erf', [graph.node('Div', [input, scalar(Math.SQRT2)])])
  const product = graph.node('Mul', [input, graph.node('Add', [error, scalar(1)])])
  return graph.node('Mul', [product, scalar(0.5)])
}

function linear(making: ModelDraft, input: string, from: number, to: number): string {
  const { graph, precision } = making
  const values = weights(making, from * to, from)
  const bias = graph.constant(weights(making, to, from), [to])
  return graph.node('Add', [matrixProduct(graph, input, values, [from, to], precision), bias])
}

function reshape(graph: OnnxGraph, input: string, shape: readonly number[]): string {
  return graph.node('Reshape', [input, graph.constant(BigInt64Array.from(shape, BigInt), [shape.length])])
}

/** Uniform, with a variance that keeps values about as large from layer to layer. */
function weights({ random }: ModelDraft, count: number, inputs: number): Float32Array {
  const reach = Math.sqrt(3 / inputs)
  const values = new Float32Array(count)
  for (let at = 0; at < count; at += 1) values[at] = reach * random()
  return values
}

/** From -1 to 1, the same sequence in each run (xorshift, Marsaglia 2003). */
function randomNumbers(): () => number {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state / 0x80000000
  }
}
