import { ELEMENT, type OnnxGraph } from '../../process/onnx-graph.ts'
import type { Constant } from './model-parts.ts'

/** What a converted model takes: pictures of bytes, one at a time, colours last. */
export interface PictureInput {
  /** Name of the node whose value the prepared picture becomes; what comes before it is left out. */
  readonly node: string
  /** Height, width and channels; a name means a size that each call chooses. */
  readonly shape: readonly [number | string, number | string, number]
  /** Each byte becomes byte * times + plus; as it is by default. */
  readonly range?: { readonly times: number; readonly plus: number }
  /** Height and width that it is stretched to, as TensorFlow does by default. */
  readonly stretched?: readonly [number, number]
}

/** Orders of batch, colours, rows and columns, and of batch, rows, columns and colours, each by the other's axes. */
export const COLOURS_FIRST = [0, 3, 1, 2]
export const COLOURS_LAST = [0, 2, 3, 1]
/** Where batch, rows, columns and colours are when colours come first. */
export const PLACES = [0, 2, 3, 1]
/** How TensorFlow resizes by default. */
export const STRETCHING = { mode: 'linear', coordinate_transformation_mode: 'asymmetric' }

/** What the network is given, colours first. */
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

/** A weight as 32-bit numbers; the runtime works out what depends on weights alone when it loads the model. */
export function floats(graph: OnnxGraph, values: Constant['values'], shape: readonly number[]): string {
  const name = graph.constant(values, shape)
  return values instanceof Float32Array ? name : graph.node('Cast', [name], { to: ELEMENT.float32 })
}

/** Adds a node that reorders dimensions. @param perm for each dimension of the result, its place before @returns name of the result */
export function turned(graph: OnnxGraph, name: string, perm: readonly number[]): string {
  return graph.node('Transpose', [name], { perm })
}

/** Adds a node that gives a tensor another shape. @returns name of the result */
export function shaped(graph: OnnxGraph, name: string, shape: readonly number[]): string {
  const sizes = graph.constant(BigInt64Array.from(shape, BigInt), [shape.length])
  return graph.node('Reshape', [name, sizes])
}

/** Twice as wide and high: networks of this kind resize for nothing else, and the sizes that they name are of one input only. */
export function doubled(graph: OnnxGraph, name: string, way: Readonly<Record<string, string>>): string {
  const scales = graph.constant(new Float32Array([1, 1, 2, 2]), [4])
  return graph.node('Resize', [name, '', scales], { coordinate_transformation_mode: 'asymmetric', ...way })
}
