import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { type io, ready, setBackend } from '@tensorflow/tfjs-core'

/** One weight as the model's manifest lists it. */
interface WeightSpec {
  name: string
  shape: number[]
  dtype: string
  quantization?: { dtype: 'float16' | 'uint8' | 'uint16' }
}

/** The parts of a model's JSON that are read or altered here. */
export interface ModelFile {
  modelTopology: { node: { op: string; name: string; attr?: Record<string, unknown> }[] }
  weightsManifest: [{ weights: WeightSpec[] }]
  signature?: { inputs?: Record<string, { tensorShape: { dim: { size: string }[] } }> }
  format?: string
}

const BYTES: Record<string, number> = { float32: 4, int32: 4, bool: 1, uint8: 1, uint16: 2, float16: 2 }

/** Where a model's parts are on this machine. */
export interface ModelFiles {
  /** Path of the topology with the manifest of the weights. */
  readonly topology: string
  /** Paths of the weights, in the manifest's order. */
  readonly weights: readonly string[]
}

/** Starts tfjs on its WebAssembly backend, single-threaded: a second thread buys nothing for models of this size. */
export async function startRuntime(): Promise<void> {
  const program = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm')
  setWasmPaths(`${path.dirname(program)}${path.sep}`)
  if (!(await setBackend('wasm'))) throw new Error('The WebAssembly backend could not be started.')
  await ready()
}

/**
 * Reads a model from its files. tfjs itself would `fetch` them, which knows no `file:` addresses.
 * @param alter changes the topology or the weights before they are used
 */
export async function readModel(
  files: ModelFiles,
  alter?: (file: ModelFile, weights: Buffer) => void,
): Promise<GraphModel> {
  const [json, ...parts] = await Promise.all([
    readFile(files.topology, 'utf8'),
    ...files.weights.map((file) => readFile(file)),
  ])
  const weights = Buffer.concat(parts)
  const file = JSON.parse(json) as ModelFile
  alter?.(file, weights)
  const artifacts = {
    modelTopology: file.modelTopology,
    weightSpecs: file.weightsManifest[0].weights,
    weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.byteLength),
    signature: file.signature,
    format: file.format,
  }
  const handler: io.IOHandler = { load: async () => artifacts as unknown as io.ModelArtifacts }
  return loadGraphModel(handler)
}

/** Byte offset of the first weight whose name ends so. */
export function weightOffset(file: ModelFile, suffix: string): number {
  let offset = 0
  for (const weight of file.weightsManifest[0].weights) {
    if (weight.name.endsWith(suffix)) return offset
    const values = weight.shape.reduce((product, size) => product * size, 1)
    offset += values * (BYTES[weight.quantization?.dtype ?? weight.dtype] ?? 4)
  }
  throw new Error(`The model has no weight named ${suffix}.`)
}
