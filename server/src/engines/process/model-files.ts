import { readFile } from 'node:fs/promises'

/** One weight in the model's manifest. */
interface WeightSpec {
  name: string
  shape: number[]
  dtype: string
  quantization?: { dtype: 'float16' | 'uint8' | 'uint16'; scale?: number; min?: number }
}

/** The used parts of a model's JSON. */
export interface ModelFile {
  modelTopology: { node: { op: string; name: string; input?: string[]; attr?: Record<string, unknown> }[] }
  weightsManifest: [{ weights: WeightSpec[] }]
  signature?: unknown
  format?: string
}

/** Paths of a model's parts on this machine. */
export interface ModelFiles {
  /** Path of the topology and the manifest of the weights. */
  readonly topology: string
  /** Paths of the weights, in the manifest's order. */
  readonly weights: readonly string[]
}

/** Reads a model's files. */
export async function readModelFiles(files: ModelFiles): Promise<{ file: ModelFile; weights: Buffer }> {
  const [json, ...parts] = await Promise.all([
    readFile(files.topology, 'utf8'),
    ...files.weights.map((file) => readFile(file)),
  ])
  return { file: JSON.parse(json) as ModelFile, weights: Buffer.concat(parts) }
}
