import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { type io, ready, setBackend } from '@tensorflow/tfjs-core'

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

/** Starts tfjs on its WebAssembly backend with one thread: a second one does not help models of this size. */
export async function startRuntime(): Promise<void> {
  const program = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm')
  setWasmPaths(`${path.dirname(program)}${path.sep}`)
  if (!(await setBackend('wasm'))) throw new Error('The WebAssembly backend could not be started.')
  await ready()
}

/** Reads a model's files. */
export async function readModelFiles(files: ModelFiles): Promise<{ file: ModelFile; weights: Buffer }> {
  const [json, ...parts] = await Promise.all([
    readFile(files.topology, 'utf8'),
    ...files.weights.map((file) => readFile(file)),
  ])
  return { file: JSON.parse(json) as ModelFile, weights: Buffer.concat(parts) }
}

/** Loads a model from its files. tfjs itself would `fetch` them, which does not support `file:` addresses. */
export async function readModel(files: ModelFiles): Promise<GraphModel> {
  const { file, weights } = await readModelFiles(files)
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
