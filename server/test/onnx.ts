import { writeFile } from 'node:fs/promises'
import { ELEMENT, type OnnxGraph } from '../src/engines/process/onnx-graph.ts'

/** Writes a model's file. @param metadata of the model, for its runtime */
export const writeGraph = (graph: OnnxGraph, file: string, metadata: Readonly<Record<string, string | number>> = {}) =>
  writeFile(file, graph.file(metadata))

/** Weights as 32-bit floats, or as 8-bit integers whose inputs are rounded at run time (dynamic quantisation). */
export type Precision = 'fp32' | 'int8'

/** A product with a matrix in the file. @param shape rows (of the input) and columns (of the output) */
export function matrixProduct(
  graph: OnnxGraph,
  input: string,
  values: Float32Array,
  shape: readonly [number, number],
  precision: Precision,
): string {
  if (precision === 'fp32') return graph.node('MatMul', [input, graph.constant(values, shape)])
  const { integers, scale } = quantised(values)
  const [rounded, step, zero] = graph.nodes('DynamicQuantizeLinear', [input], 3) as [string, string, string]
  const nought = graph.constant(new Int8Array(1), [])
  const sums = graph.node('MatMulInteger', [rounded, graph.constant(integers, shape), zero, nought])
  const steps = graph.node('Mul', [step, graph.constant(new Float32Array([scale]), [])])
  return graph.node('Mul', [graph.node('Cast', [sums], { to: ELEMENT.float32 }), steps])
}

/**
 * To 7 bits, as exporters do: with 8, sums of two products overflow the 16 bits that processors without VNNI add them
 * in.
 */
export function quantised(values: Float32Array): { integers: Int8Array; scale: number } {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  const scale = largest / 63
  const integers = new Int8Array(values.length)
  for (let at = 0; at < values.length; at += 1) integers[at] = Math.round((values[at] as number) / scale)
  return { integers, scale }
}
