import { UnfitModel } from '../unfit-model.ts'
import { InferenceSession } from './onnx-runtime.ts'

export interface SessionMemory {
  /** Whether to keep an inference's memory for the next one: faster, but never released. Default true. */
  readonly keep_memory?: boolean
}

/**
 * Options for running models: one operator at a time on this many threads, with all fusions.
 * @param threads that one inference may use
 */
export function sessionOptions(
  threads: number,
  { keep_memory = true }: SessionMemory = {},
): InferenceSession.SessionOptions {
  return {
    enableCpuMemArena: keep_memory,
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Threads that wait by spinning would take the core from ffmpeg and from other engines.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
}

/**
 * Loads a file of weights.
 * @param model whose `file` is its path
 * @throws UnfitModel when it cannot be loaded
 */
export async function openSession(
  model: { readonly file: string },
  threads: number,
  memory: SessionMemory = {},
): Promise<InferenceSession> {
  return await InferenceSession.create(model.file, sessionOptions(threads, memory)).catch((error: unknown) => {
    throw unloadable(model, error)
  })
}

/** The error of a file that ONNX Runtime refused. */
export function unloadable(model: { readonly file: string }, error: unknown): UnfitModel {
  return new UnfitModel(model, `is damaged or no ONNX model (${firstLine(error)}).`)
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? ''
}
