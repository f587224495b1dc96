import { InferenceSession, Tensor } from '../server/src/engines/process/onnx-runtime.ts'
import { sessionOptions } from '../server/src/engines/process/onnx-session.ts'

/** The speed of the bare runtime: runs a picture tower again and again on prepared numbers. */
export async function open(settings: { file: string; input: string; size: number; batch: number; threads: number }) {
  const { file, input, size, batch, threads } = settings
  const session = await InferenceSession.create(file, sessionOptions(threads))
  const values = Float32Array.from({ length: batch * 3 * size * size }, (_, at) => Math.sin(at / 7))
  const feeds = { [input]: new Tensor('float32', values, [batch, 3, size, size]) }
  return {
    /** @returns milliseconds for this many pictures */
    async run(pictures: number): Promise<number> {
      const started = performance.now()
      for (let done = 0; done < pictures; done += batch) await session.run(feeds)
      return performance.now() - started
    },
  }
}
