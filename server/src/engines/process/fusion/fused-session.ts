import { readFile } from 'node:fs/promises'
import { InferenceSession } from '../onnx-runtime.ts'
import { sessionOptions, unloadable } from '../onnx-session.ts'
import { fusedModel } from './fused-model.ts'

/**
 * Loads a file of weights as a network of fewer operations.
 * @param model whose `file` is its path
 * @throws UnfitModel when it cannot be loaded
 */
export async function openFusedSession(model: { readonly file: string }, threads: number): Promise<InferenceSession> {
  try {
    // Pictures and lines have many sizes, and each would keep memory of its own.
    const options = sessionOptions(threads, { keep_memory: false })
    return await InferenceSession.create(fusedModel(await readFile(model.file)), options)
  } catch (error) {
    throw unloadable(model, error)
  }
}
