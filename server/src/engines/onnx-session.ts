import type { InferenceSession } from 'onnxruntime-node'

/**
 * How engines run models: one operator after the other on so many threads, everything fused that can be.
 * @param threads that one inference may use
 */
export function sessionOptions(threads: number): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Threads that wait by spinning take the core from ffmpeg and from other engines.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
}
