import { type Constant, weightOf } from '../process/model-files.ts'
import { OnnxGraph } from '../process/onnx-graph.ts'
import { shaped, turned } from '../process/onnx-operations.ts'

/** Numbers of a piece before the first layer. */
export const PIECE = 256
const HEADS = 4
/** Added to variances, so that numbers without one do not end in a division by zero. */
const LEAST_VARIANCE = 1e-6
/** Beginnings of the weights' names: some belong to operations, some to variables. */
const APPLIED = 'module_apply_default/Encoder_en/KonaTransformer/Encode'
const VARIABLES = 'module/Encoder_en/KonaTransformer/Encode'
/** End of the names of variables in parts: all parts together. */
const WHOLE = 'ConcatPartitions/concat'

/**
 * Writes the Universal Sentence Encoder, lite, as an ONNX graph for one text: two layers of attention over its pieces,
 * their mean, and one more layer. The file's own graph is for several texts of different lengths; more than half of
 * its operations only lay those out.
 * @param weights by their names in the file
 * @returns the bytes of a model from `pieces`, one row for each, to `vector`, one row of unit length
 * @throws Error when a weight is missing
 */
export function encoderGraph(weights: ReadonlyMap<string, Constant>): Buffer {
  return new EncoderGraph(weights).file()
}

class EncoderGraph {
  readonly #graph = new OnnxGraph()
  readonly #weights: ReadonlyMap<string, Constant>

  constructor(weights: ReadonlyMap<string, Constant>) {
    this.#weights = weights
  }

  file(): Buffer {
    const pieces = this.#graph.input('pieces', 'float32', ['pieces', PIECE])
    const first = `${APPLIED}/Layer_0/TransformerLayer/dense`
    const widened = this.#product(pieces, `${first}/kernel/${WHOLE}`, `${first}/bias/${WHOLE}`)
    const between = this.#attended(0, pieces, widened)
    const after = this.#forward(0, between, this.#inner(0, between))
    const attended = this.#attended(1, after, after)
    // The last product is linear, so that the mean of its results is its result for the mean.
    const mean = this.#forward(1, this.#mean(attended), this.#mean(this.#inner(1, attended)))
    const hidden = 'module/Encoder_en/hidden_layers/tanh_layer_0'
    const bounded = this.#graph.node('Tanh', [this.#product(mean, `${hidden}/weights`, `${hidden}/bias`)])
    this.#graph.output(this.#graph.node('LpNormalization', [bounded], { axis: 1, p: 2 }), 'vector', 'float32', null)
    return this.#graph.file()
  }

  /** Each piece, and what it takes from the pieces that it attends to. @param residual what the result is added to */
  #attended(layer: number, states: string, residual: string): string {
    const own = `Layer_${layer}/TransformerLayer/MultiheadAttention`
    const product = (value: string, name: string) =>
      this.#product(value, `${VARIABLES}/${own}/${name}/kernel/part_0`, `${APPLIED}/${own}/${name}/bias/${WHOLE}`)
    const all = product(this.#normal(states, `${APPLIED}/Layer_${layer}/TransformerLayer`), 'qkv_transform_single')
    // Queries, keys and values of all heads: heads first, then pieces.
    const size = this.#weight(`${VARIABLES}/${own}/qkv_transform_single/kernel/part_0`).shape.at(-1) as number
    const each = size / (3 * HEADS)
    const heads = turned(this.#graph, shaped(this.#graph, all, [-1, 3 * HEADS, each]), [1, 0, 2])
    const [queries, keys, values] = this.#graph.nodes('Split', [heads], 3) as [string, string, string]
    const scale = this.#graph.constant(new Float32Array([1 / Math.sqrt(each)]), [])
    const scaled = this.#graph.node('Mul', [queries, scale])
    const scores = this.#graph.node('MatMul', [scaled, turned(this.#graph, keys, [0, 2, 1])])
    const shares = this.#graph.node('Softmax', [scores], { axis: -1 })
    const taken = turned(this.#graph, this.#graph.node('MatMul', [shares, values]), [1, 0, 2])
    const joined = shaped(this.#graph, taken, [-1, HEADS * each])
    return this.#graph.node('Add', [product(joined, 'output_transform_single'), residual])
  }

  /** The inner values of a layer's feed-forward part. */
  #inner(layer: number, states: string): string {
    const normal = this.#normal(states, `${APPLIED}/Layer_${layer}/TransformerLayer/FFN`)
    return this.#graph.node('Relu', [this.#convolved(layer, normal, 'conv1')])
  }

  #forward(layer: number, states: string, inner: string): string {
    return this.#graph.node('Add', [this.#convolved(layer, inner, 'conv2'), states])
  }

  #convolved(layer: number, value: string, name: string): string {
    return this.#product(
      value,
      `${APPLIED}/TransformerStack/Layer_${layer}/TransformerLayer/FFN/${name}/Tensordot/Reshape_1`,
      `${APPLIED}/Layer_${layer}/TransformerLayer/FFN/${name}/bias/${WHOLE}`,
    )
  }

  #mean(value: string): string {
    return this.#graph.node('ReduceMean', [value], { axes: [0] })
  }

  #normal(value: string, folder: string): string {
    const parts = ['scale', 'bias'].map((part) => {
      const { values, shape } = this.#weight(`${folder}/layer_prepostprocess/layer_norm/layer_norm_${part}/${WHOLE}`)
      return this.#graph.constant(values, shape)
    })
    return this.#graph.node('LayerNormalization', [value, ...parts], { epsilon: { float: LEAST_VARIANCE } })
  }

  #product(value: string, kernel: string, bias: string): string {
    const matrix = this.#weight(kernel)
    const added = this.#weight(bias)
    return this.#graph.node('Gemm', [
      value,
      this.#graph.constant(matrix.values, matrix.shape.slice(-2)),
      this.#graph.constant(added.values, added.shape),
    ])
  }

  #weight(name: string): Constant {
    return weightOf(this.#weights, name)
  }
}
