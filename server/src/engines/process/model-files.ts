import { createHash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

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

/** A packaged model on this machine. Nobody maintains the packages, so each model is pinned. */
export interface ModelFiles {
  /** Path of the topology and the manifest of the weights. */
  readonly topology: string
  /** Paths of the weights, in the manifest's order. */
  readonly weights: readonly string[]
  /** SHA-256 of the topology and the weights, one after another, in lower-case hexadecimal. */
  readonly sha256: string
}

/** Reads a model's files. @throws Error when one of them cannot be read, or is not the pinned one */
export async function readModelFiles(files: ModelFiles): Promise<{ file: ModelFile; weights: Buffer<ArrayBuffer> }> {
  const [json, weights] = await Promise.all([readFile(files.topology), readJoined(files.weights)])
  if (createHash('sha256').update(json).update(weights).digest('hex') !== files.sha256)
    throw new Error(`The model ${path.basename(files.topology)} is not the pinned one. Install the packages again.`)
  return { file: JSON.parse(json.toString()) as ModelFile, weights }
}

/** Reads files one after another into the same memory, since copies of all weights take as long as reading them. */
async function readJoined(files: readonly string[]): Promise<Buffer<ArrayBuffer>> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  const joined = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0))
  let at = 0
  for (const [index, file] of files.entries()) {
    const end = at + (sizes[index] as number)
    await using handle = await open(file)
    while (at < end) {
      const { bytesRead } = await handle.read(joined, at, end - at)
      if (bytesRead === 0) throw new Error(`${file} became shorter.`)
      at += bytesRead
    }
  }
  return joined
}

/** A weight in the model's own format; 16-bit numbers are floating-point. */
export interface Constant {
  readonly values: Uint16Array | Float32Array | Int32Array
  readonly shape: readonly number[]
}

/** The weights by name, in the order of the model's file; most of them in the given memory. */
export function constantsOf(file: ModelFile, weights: Buffer<ArrayBuffer>): Map<string, Constant> {
  const constants = new Map<string, Constant>()
  let offset = 0
  for (const { name, shape, dtype, quantization } of file.weightsManifest[0].weights) {
    const kept = ARRAYS[quantization?.dtype ?? dtype]
    if (!kept) throw new Error(`Weight ${name} is of kind ${quantization?.dtype ?? dtype}.`)
    const bytes = shape.reduce((product, size) => product * size, kept.BYTES_PER_ELEMENT)
    const part = weights.subarray(offset, offset + bytes)
    // Typed arrays must begin at multiples of their element size.
    const { buffer, byteOffset } = part.byteOffset % kept.BYTES_PER_ELEMENT === 0 ? part : new Uint8Array(part)
    const numbers = new kept(buffer, byteOffset, bytes / kept.BYTES_PER_ELEMENT)
    constants.set(name, { values: numbers instanceof Uint8Array ? stepsOf(numbers, quantization) : numbers, shape })
    offset += bytes
  }
  return constants
}

/** The weight of this name. @throws Error when the model has none */
export function weightOf(weights: ReadonlyMap<string, Constant>, name: string): Constant {
  const weight = weights.get(name)
  if (!weight) throw new Error(`The model has no weight named ${name}.`)
  return weight
}

/** The numbers that steps mean. A loop, since `Float32Array.from` takes twenty times as long. */
function stepsOf(
  steps: Uint8Array,
  { scale = 1, min = 0 }: { readonly scale?: number; readonly min?: number } = {},
): Float32Array {
  const values = new Float32Array(steps.length)
  for (let index = 0; index < steps.length; index++) values[index] = (steps[index] as number) * scale + min
  return values
}

type Arrays = typeof Uint8Array | typeof Uint16Array | typeof Float32Array | typeof Int32Array

const ARRAYS: Readonly<Record<string, Arrays>> = {
  bool: Uint8Array,
  uint8: Uint8Array,
  float16: Uint16Array,
  float32: Float32Array,
  int32: Int32Array,
}
