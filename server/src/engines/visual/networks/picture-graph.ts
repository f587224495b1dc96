import type { Constant } from '../../process/model-files.ts'
import { ELEMENT, type OnnxGraph } from '../../process/onnx-graph.ts'
import { turned } from '../../process/onnx-operations.ts'

/** Input of a converted model: one picture of bytes at a time, colours last. */
export interface PictureInput {
  /** Name of the node that the prepared picture replaces; nodes before it are left out. */
  readonly node: string
  /** Height, width and channels; a name is a size that each call chooses. */
  readonly shape: readonly [number | string, number | string, number]
  /** Converts each byte to byte * times + plus; unchanged by default. */
  readonly range?: { readonly times: number; readonly plus: number }
  /** Height and width after stretching, with TensorFlow's default method. */
  readonly stretched?: readonly [number, number]
}

/** Permutations between (batch, rows, columns, colours) and (batch, colours, rows, columns). */
export const COLOURS_FIRST = [0, 3, 1, 2]
export const COLOURS_LAST = [0, 2, 3, 1]
/** Indexes of batch, rows, columns and colours when colours come first. */
export const PLACES = [0, 2, 3, 1]
/** TensorFlow's default method of resizing. */
export const STRETCHING = { mode: 'linear', coordinate_transformation_mode: 'asymmetric' }

/** The prepared input of the network, colours first. */
export function preparedPicture(graph: OnnxGraph, { shape, range, stretched }: PictureInput): string {
  const bytes = graph.input('pictures', 'uint8', [1, ...shape])
  const values = turned(graph, graph.node('Cast', [bytes], { to: ELEMENT.float32 }), COLOURS_FIRST)
  const scalar = (value: number) => graph.constant(new Float32Array([value]), [])
  const ranged = range
    ? graph.node('Add', [graph.node('Mul', [values, scalar(range.times)]), scalar(range.plus)])
    : values
  if (!stretched) return ranged
  const sizes = graph.constant(BigInt64Array.from([1, shape[2], ...stretched], BigInt), [4])
  return graph.node('Resize', [ranged, '', '', sizes], STRETCHING)
}

/**
 * A weight as 32-bit numbers. The runtime computes everything that depends on weights alone when it loads the model.
 */
export function floats(graph: OnnxGraph, values: Constant['values'], shape: readonly number[]): string {
  const name = graph.constant(values, shape)
  return values instanceof Float32Array ? name : graph.node('Cast', [name], { to: ELEMENT.float32 })
}

/**
 * Doubles width and height. These networks resize for nothing else, and the sizes in their nodes fit one input size
 * only.
 */
export function doubled(graph: OnnxGraph, name: string, way: Readonly<Record<string, string>>): string {
  const scales = graph.constant(new Float32Array([1, 1, 2, 2]), [4])
  return graph.node('Resize', [name, '', scales], { coordinate_transformation_mode: 'asymmetric', ...way })
}
