/** The only import of ONNX Runtime, as `npm run boundaries` checks: it switches the library's telemetry off first. */
import './without-telemetry.ts'

export { InferenceSession, Tensor } from 'onnxruntime-node'
