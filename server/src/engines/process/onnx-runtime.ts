/** The only import of ONNX Runtime, which `npm run boundaries` sees to: whoever takes it from here has switched its telemetry off. */
import './without-telemetry.ts'

export { InferenceSession, Tensor } from 'onnxruntime-node'
