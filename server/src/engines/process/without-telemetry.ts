/**
 * Environment of every process that may load ONNX Runtime; importing this file sets it. From 1.29 on the library
 * collects data by default on Linux: it reads /etc/machine-id, keeps a database in the home folder and looks up
 * mobile.events.data.microsoft.com. It reads this variable when it is loaded
 * (onnxruntime/core/platform/posix/telemetry.cc).
 */
export const WITHOUT_TELEMETRY = { ORT_DISABLE_TELEMETRY: '1' } as const

Object.assign(process.env, WITHOUT_TELEMETRY)
