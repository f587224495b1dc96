// Past 250 lines: one conversion with a short method for each operation.
import { type Constant, type ModelFile, weightOf } from '../../process/model-files.ts'
import { OnnxGraph } from '../../process/onnx-graph.ts'
import { shaped, turned } from '../../process/onnx-operations.ts'
import { hardGateOf } from './hard-gate.ts'
import { fusedInto, isSet, type ModelNode, numbersOf, paddingOf } from './model-parts.ts'
import {
  COLOURS_FIRST,
  COLOURS_LAST,
  doubled,
  floats,
  type PictureInput,
  PLACES,
  preparedPicture,
  STRETCHING,
} from './picture-graph.ts'

/** A value of the new graph. Pictures have colours first there, as ONNX requires. */
interface Value {
  readonly name: string
  readonly picture: boolean
  /** Factor that the value still lacks. Convolutions take it into their weights; others get a product. */
  readonly lacks?: number
}

/**
 * Converts a convolutional network of TensorFlow.js to ONNX, so that ONNX Runtime can run it: the same weights and the
 * same operations. It supports the operations of the packaged networks.
 * @param outputs names of the wanted nodes; nodes that they do not need are left out
 * @returns the bytes of the model's file
 * @throws Error for a network with other operations
 */
export function toOnnx(
  file: ModelFile,
  constants: ReadonlyMap<string, Constant>,
  input: PictureInput,
  outputs: readonly string[],
): Buffer {
  return new Conversion(file, constants, input).file(outputs)
}

class Conversion {
  readonly #graph = new OnnxGraph()
  readonly #nodes: ReadonlyMap<string, ModelNode>
  readonly #constants: ReadonlyMap<string, Constant>
  readonly #values = new Map<string, Value>()
  readonly #input: PictureInput

  constructor(file: ModelFile, constants: ReadonlyMap<string, Constant>, input: PictureInput) {
    this.#nodes = new Map(file.modelTopology.node.map((node) => [node.name, node]))
    this.#constants = constants
    this.#input = input
  }

  file(outputs: readonly string[]): Buffer {
    for (const name of outputs) {
      const value = this.#value(name)
      const plain = value.picture ? turned(this.#graph, value.name, COLOURS_LAST) : value.name
      this.#graph.output(plain, name, 'float32', null)
    }
    return this.#graph.file()
  }

  /** The value of a node, complete. */
  #value(name: string): Value {
    const { lacks, ...value } = this.#part(name)
    if (lacks === undefined) return value
    const whole = { ...value, name: this.#graph.node('Mul', [value.name, this.#number(lacks)]) }
    this.#values.set(name, whole)
    return whole
  }

  #part(name: string): Value {
    const known = this.#values.get(name)
    if (known) return known
    const node = this.#nodes.get(name)
    if (!node) throw new Error(`The model has no node named ${name}.`)
    const value = name === this.#input.node ? picture(preparedPicture(this.#graph, this.#input)) : this.#convert(node)
    this.#values.set(name, value)
    return value
  }

  #convert(node: ModelNode): Value {
    switch (node.op) {
      case 'Conv2D':
      case '_FusedConv2D':
      case 'DepthwiseConv2dNative':
      case 'FusedDepthwiseConv2dNative':
        return this.#convolution(node)
      case '_FusedMatMul':
        return this.#product(node)
      case 'Add':
      case 'AddV2':
        return this.#pair('Add', node)
      case 'Mul':
        return this.#gated(node) ?? this.#pair('Mul', node)
      case 'Minimum':
        return this.#pair('Min', node)
      case 'Maximum':
        return this.#bounded(node) ?? this.#pair('Max', node)
      case 'Relu':
      case 'Relu6':
      case 'Sigmoid':
      case 'Softmax':
      case 'Identity':
        return this.#activated(this.#value(this.#inputOf(node, 0)), node.op)
      case 'Mean':
        return this.#mean(node)
      case 'MaxPool':
        return this.#pool(node)
      case 'ConcatV2':
        return this.#joined(node)
      case 'Pad':
        return this.#padded(node)
      case 'Reshape':
        return this.#reshaped(node)
      case 'ResizeBilinear':
        return picture(
          doubled(this.#graph, this.#value(this.#inputOf(node, 0)).name, {
            ...STRETCHING,
            ...(isSet(node, 'half_pixel_centers') ? { coordinate_transformation_mode: 'half_pixel' } : {}),
          }),
        )
      default:
        throw new Error(`Operation ${node.op} of ${node.name} is not known.`)
    }
  }

  #convolution(node: ModelNode): Value {
    const depthwise = node.op.includes('Depthwise')
    const { values, shape } = this.#constant(this.#inputOf(node, 1))
    const [rows = 1, columns = 1, channels = 1, each = 1] = shape
    // Depthwise kernels are ordered as rows, columns, channels, multiples; the others as rows, columns, inputs,
    // outputs.
    const order = depthwise ? [2, 3, 0, 1] : [3, 2, 0, 1]
    const kernel = turned(this.#graph, floats(this.#graph, values, shape), order)
    const weights = depthwise ? shaped(this.#graph, kernel, [channels * each, 1, rows, columns]) : kernel
    const [first, ...activations] = fusedInto(node)
    const { name: pixels, lacks } = this.#part(this.#inputOf(node, 0))
    const factored = lacks === undefined ? weights : this.#graph.node('Mul', [weights, this.#number(lacks)])
    const inputs = [pixels, factored]
    if (first === 'BiasAdd') inputs.push(this.#weight(this.#inputOf(node, 2)))
    const convolved = this.#graph.node('Conv', inputs, {
      auto_pad: paddingOf(node),
      strides: numbersOf(node, 'strides').slice(1, 3),
      dilations: numbersOf(node, 'dilations').slice(1, 3),
      group: depthwise ? channels : 1,
    })
    return activations.reduce((value, name) => this.#activated(value, name), picture(convolved))
  }

  #product(node: ModelNode): Value {
    const [, ...activations] = fusedInto(node)
    const kernel = this.#weight(this.#inputOf(node, 1))
    const product = this.#graph.node('MatMul', [this.#value(this.#inputOf(node, 0)).name, kernel])
    const sum = this.#graph.node('Add', [product, this.#weight(this.#inputOf(node, 2))])
    const value: Value = { name: sum, picture: false }
    return activations.reduce((before, name) => this.#activated(before, name), value)
  }

  #activated(value: Value, operation: string): Value {
    if (operation !== 'Relu6') return { ...value, name: this.#graph.node(operation, [value.name]) }
    const bounds = [0, 6].map((bound) => this.#number(bound))
    return { ...value, name: this.#graph.node('Clip', [value.name, ...bounds]) }
  }

  /** A product that ends a gate; the runtime joins gate and product with the convolution before. */
  #gated(node: ModelNode): Value | null {
    const gate = hardGateOf(node, this.#nodes, this.#constants)
    if (!gate) return null
    const value = this.#value(gate.value)
    const open = this.#graph.node('HardSigmoid', [value.name], { alpha: { float: 1 / 6 }, beta: { float: 0.5 } })
    const name = gate.multiplied ? this.#graph.node('Mul', [value.name, open]) : open
    return { ...value, name, lacks: gate.height }
  }

  /** Positive values up to a bound, in one operation that the runtime joins with the convolution before. */
  #bounded(node: ModelNode): Value | null {
    const lower = this.#nodes.get(this.#inputOf(node, 0))
    const relu = lower?.op === 'Minimum' ? this.#nodes.get(this.#inputOf(lower, 0)) : undefined
    if (!lower || relu?.op !== 'Relu') return null
    const [least, most] = [this.#inputOf(node, 1), this.#inputOf(lower, 1)]
    const single = [least, most].every((name) => this.#constants.get(name)?.values.length === 1)
    if (!single || this.#constant(least).values[0] !== 0) return null
    const value = this.#value(this.#inputOf(relu, 0))
    return { ...value, name: this.#graph.node('Clip', [value.name, this.#weight(least), this.#weight(most)]) }
  }

  #number(value: number): string {
    return this.#graph.constant(new Float32Array([value]), [])
  }

  /** An operation on two values, one of which may be a weight. */
  #pair(operation: string, node: ModelNode): Value {
    const names = [this.#inputOf(node, 0), this.#inputOf(node, 1)]
    const values = names.map((name) => (this.#constants.has(name) ? null : this.#value(name)))
    const pictures = values.some((value) => value?.picture)
    const inputs = names.map((name, at) => values[at]?.name ?? this.#beside(name, pictures))
    return { name: this.#graph.node(operation, inputs), picture: pictures }
  }

  /** A weight in an operation with a value: one number for all of it, for each channel, or for each pixel. */
  #beside(name: string, pictures: boolean): string {
    const { values, shape } = this.#constant(name)
    if (!pictures) return floats(this.#graph, values, shape)
    const [channels = 1, columns = 1, rows = 1] = shape.toReversed()
    if (channels > 1 && columns * rows > 1)
      throw new Error(`Weight ${name} has a value for each channel of each pixel.`)
    return floats(this.#graph, values, [channels, rows, columns])
  }

  #mean(node: ModelNode): Value {
    const axes = [...this.#constant(this.#inputOf(node, 1)).values].map((axis) => PLACES[axis])
    if (axes.join() !== '2,3') throw new Error(`${node.name} is no mean of whole pictures.`)
    const pooled = this.#graph.node('GlobalAveragePool', [this.#value(this.#inputOf(node, 0)).name])
    return isSet(node, 'keep_dims')
      ? picture(pooled)
      : { name: this.#graph.node('Flatten', [pooled], { axis: 1 }), picture: false }
  }

  #pool(node: ModelNode): Value {
    return picture(
      this.#graph.node('MaxPool', [this.#value(this.#inputOf(node, 0)).name], {
        auto_pad: paddingOf(node),
        kernel_shape: numbersOf(node, 'ksize').slice(1, 3),
        strides: numbersOf(node, 'strides').slice(1, 3),
      }),
    )
  }

  #joined(node: ModelNode): Value {
    const parts = (node.input ?? []).slice(0, -1).map((name) => this.#value(name.replace(/:0$/, '')))
    const [axis = -1] = this.#constant(this.#inputOf(node, parts.length)).values
    const pictures = parts.every((part) => part.picture)
    const name = this.#graph.node(
      'Concat',
      parts.map((part) => part.name),
      { axis: pictures ? (PLACES.at(axis) as number) : axis },
    )
    return { name, picture: pictures }
  }

  #padded(node: ModelNode): Value {
    const sides = [...this.#constant(this.#inputOf(node, 1)).values]
    const side = (end: number) => COLOURS_FIRST.map((axis) => BigInt(sides[2 * axis + end] as number))
    const pads = this.#graph.constant(BigInt64Array.from([...side(0), ...side(1)]), [8])
    return picture(this.#graph.node('Pad', [this.#value(this.#inputOf(node, 0)).name, pads]))
  }

  #reshaped(node: ModelNode): Value {
    const repeated = this.#repeated(this.#inputOf(node, 0))
    if (repeated) return picture(doubled(this.#graph, repeated, { mode: 'nearest', nearest_mode: 'floor' }))
    const { name, picture: pictures } = this.#value(this.#inputOf(node, 0))
    const sizes = [...this.#constant(this.#inputOf(node, 1)).values]
    const values = pictures ? turned(this.#graph, name, COLOURS_LAST) : name
    return { name: shaped(this.#graph, values, sizes), picture: false }
  }

  /** The smaller picture, if the node only repeats each of its pixels twice across and down; null otherwise. */
  #repeated(name: string): string | null {
    const rows = this.#nodes.get(name)
    const columns = rows?.op === 'Pack' ? this.#nodes.get(this.#inputOf(rows, 0)) : undefined
    return columns?.op === 'Pack' ? this.#value(this.#inputOf(columns, 0)).name : null
  }

  #inputOf(node: ModelNode, at: number): string {
    const name = node.input?.[at]
    if (name === undefined) throw new Error(`${node.name} has no input ${at}.`)
    return name.replace(/:0$/, '')
  }

  #constant(name: string): Constant {
    return weightOf(this.#constants, name)
  }

  #weight(name: string): string {
    const { values, shape } = this.#constant(name)
    return floats(this.#graph, values, shape)
  }
}

const picture = (name: string): Value => ({ name, picture: true })
