import { expect, test } from 'vitest'
import { readPinned } from '../../models/pinned-file.ts'
import { InferenceSession, Tensor } from '../../process/onnx-runtime.ts'
import { sessionOptions } from '../../process/onnx-session.ts'
import { passedOn, soundGraph, stepGraph } from './decoder-graphs.ts'
import { branchModel } from './onnx-branch.ts'
import { MOONSHINE_FILES } from './weights.ts'

type Tensors = Record<string, Tensor>

const LAYERS = 6
const WIDTH = 288
const START = 1n
const LOOKS = '/model/decoder/layers.3/encoder_attn/Softmax_output_0'

const token = (id: bigint) => new Tensor('int64', BigInt64Array.of(id), [1, 1])
const numbersOf = (tensor: Tensor | undefined) => tensor?.data as Float32Array

/** What the encoder could say of a second of sound. */
const encoder_hidden_states = new Tensor(
  'float32',
  Float32Array.from({ length: 40 * WIDTH }, (_, at) => Math.sin(at) + 0.5 * Math.sin(at / 7)),
  [1, 40, WIDTH],
)

test('the shortened decoder prepares the sound as its file does, and continues with the same tokens', async () => {
  const decoder = await readPinned(MOONSHINE_FILES.tiny.decoder)
  const open = (bytes: Uint8Array) => InferenceSession.create(bytes, sessionOptions(1))
  const of_sound = passedOn('encoder', LAYERS)
  const of_tokens = passedOn('decoder', LAYERS)
  const [first, next, sound, step] = await Promise.all([
    open(branchModel(decoder, 'else_branch', ['logits', ...of_sound, ...of_tokens, LOOKS])),
    open(branchModel(decoder, 'then_branch', ['logits', ...of_tokens, LOOKS])),
    open(soundGraph(decoder, LAYERS)),
    open(stepGraph(decoder, LAYERS, [LOOKS])),
  ])
  const prepared = (await sound.run({ encoder_hidden_states })) as Tensors
  let theirs = (await first.run({ input_ids: token(START), encoder_hidden_states })) as Tensors
  for (const name of of_sound) expect(numbersOf(prepared[name])).toEqual(numbersOf(theirs[name]))
  const heard = pastOf(prepared, of_sound)
  const none = of_tokens.map(
    (name) => [name, new Tensor('float32', new Float32Array(0), [1, 8, 0, WIDTH / 8])] as const,
  )
  let ours = (await step.run({
    input_ids: token(START),
    ...heard,
    ...pastOf(Object.fromEntries(none), of_tokens),
  })) as Tensors
  for (let count = 0; count < 6; count++) {
    const [logits, expected] = [numbersOf(ours.logits), numbersOf(theirs.logits)]
    expect(likeness(logits, expected)).toBeGreaterThan(0.999)
    expect(likeness(numbersOf(ours[LOOKS]), numbersOf(theirs[LOOKS]))).toBeGreaterThan(0.999)
    const likeliest = BigInt(expected.indexOf(Math.max(...expected)))
    expect(BigInt(logits.indexOf(Math.max(...logits)))).toBe(likeliest)
    const input_ids = token(likeliest)
    theirs = (await next.run({ input_ids, ...heard, ...pastOf(theirs, of_tokens) })) as Tensors
    ours = (await step.run({ input_ids, ...heard, ...pastOf(ours, of_tokens) })) as Tensors
  }
})

const pastOf = (values: Tensors, names: readonly string[]): Tensors =>
  Object.fromEntries(names.map((name) => [name.replace('present', 'past_key_values'), values[name] as Tensor]))

/** The cosine of the angle between two lists of numbers. */
function likeness(one: Float32Array, other: Float32Array): number {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
}
