import type { OnnxGraph } from './onnx-graph.ts'

/**
 * Adds a node that permutes dimensions.
 * @param perm for each dimension of the result, its place before
 * @returns name of the result
 */
export function turned(graph: OnnxGraph, name: string, perm: readonly number[]): string {
  return graph.node('Transpose', [name], { perm })
}

/** Adds a node that reshapes a tensor. @returns name of the result */
export function shaped(graph: OnnxGraph, name: string, shape: readonly number[]): string {
  const sizes = graph.constant(BigInt64Array.from(shape, BigInt), [shape.length])
  return graph.node('Reshape', [name, sizes])
}
