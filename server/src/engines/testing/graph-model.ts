import { createRequire } from 'node:module'
import path from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { type io, ready, setBackend } from '@tensorflow/tfjs-core'
import { type ModelFiles, readModelFiles } from '../process/model-files.ts'

/** Starts tfjs on its WebAssembly backend with one thread: a second one does not help models of this size. */
export async function startRuntime(): Promise<void> {
  const program = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm')
  setWasmPaths(`${path.dirname(program)}${path.sep}`)
  if (!(await setBackend('wasm'))) throw new Error('The WebAssembly backend could not be started.')
  await ready()
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
