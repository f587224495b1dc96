/**
 * What ONNX Runtime finds in the environment of every process that may load it, set by importing this file. From 1.29 on the library
 * collects by default on Linux: it reads /etc/machine-id, keeps a database under the home folder and looks up
 * mobile.events.data.microsoft.com. It reads this variable as it is loaded (onnxruntime/core/platform/posix/telemetry.cc).
 */
export const WITHOUT_TELEMETRY = { ORT_DISABLE_TELEMETRY: '1' } as const

Object.assign(process.env, WITHOUT_TELEMETRY)
