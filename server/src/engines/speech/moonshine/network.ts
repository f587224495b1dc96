import type { MoonshineSize } from '../../models/catalogue/packaged-speech.ts'
import { readPinned } from '../../models/pinned-file.ts'
import { InferenceSession, Tensor } from '../../process/onnx-runtime.ts'
import { sessionOptions } from '../../process/onnx-session.ts'
import { SAMPLE_RATE } from '../sound/wav.ts'
import { soundGraph, stepGraph } from './decoder-graphs.ts'
import { MOONSHINE_FILES } from './weights.ts'

/** The part of a model's attention that follows the sound, by layer and head from 0. */
type Heads = readonly (readonly [layer: number, head: number])[]

/**
 * Layers of each decoder, and the eight heads whose words began nearest to the truth in 24 sentences of each of three
 * synthetic voices, whose synthesiser tells its times (docs/reference/speech.md has the measurements of others).
 */
const DECODERS: Readonly<Record<MoonshineSize, { readonly layers: number; readonly heads: Heads }>> = {
  // biome-ignore format: a row for the pairs
  base: { layers: 8, heads: [[4, 2], [5, 4], [5, 5], [6, 0], [6, 1], [6, 4], [7, 2], [7, 6]] },
  // biome-ignore format: a row for the pairs
  tiny: { layers: 6, heads: [[3, 5], [3, 7], [4, 1], [4, 7], [5, 1], [5, 4], [5, 6], [5, 7]] },
}

/** Seconds of sound in one frame of the encoder: 384 samples. */
export const ENCODER_FRAME = 384 / SAMPLE_RATE
/** The encoder's convolutions find no frame in less. */
const LEAST_SAMPLES = 1_024
const START = 1
const END = 2
/** Fast speech has fewer, a loop has more; Moonshine's own programs use this bound. */
const TOKENS_PER_SECOND = 6.5
/** A phrase of so many tokens or fewer that comes so often in a row is a loop: nothing after it is heard. */
const LOOP = { longest: 16, times: 4 }

/**
 * Steps between two collections of young garbage. A step's results stay in ONNX Runtime's memory as long as their objects,
 * of whose size V8 knows nothing: 90 MB for half a minute of sound.
 */
const COLLECTED = 8

/** What was found in a stretch of sound. */
export interface TokenSequence {
  readonly tokens: readonly number[]
  /** Natural logarithm of each token's probability. */
  readonly log_probs: readonly number[]
  /** For each token and for the end, how much each chosen head looks at each frame: one head after another. */
  readonly attention: readonly Float32Array[]
  /** Frames of the encoder. */
  readonly frames: number
  /** Whether the text began to repeat itself, and was cut off there. */
  readonly looped: boolean
}

type Tensors = Record<string, Tensor>

/** Moonshine's encoder and decoder in ONNX Runtime. */
export class MoonshineNetwork {
  readonly #heads: Heads
  readonly #encoder: InferenceSession
  /** Prepares what each step of the decoder looks up in the sound. */
  readonly #sound: InferenceSession
  readonly #step: InferenceSession

  private constructor(heads: Heads, encoder: InferenceSession, sound: InferenceSession, step: InferenceSession) {
    this.#heads = heads
    this.#encoder = encoder
    this.#sound = sound
    this.#step = step
  }

  /**
   * Reads the weights.
   * @param threads that one inference may use
   * @throws Error when a file cannot be read, or is not the pinned one
   */
  static async open(size: MoonshineSize, threads: number): Promise<MoonshineNetwork> {
    const { encoder, decoder } = MOONSHINE_FILES[size]
    const { layers, heads } = DECODERS[size]
    // Half a minute of sound takes 90 MB for a moment, once an utterance: too rarely to keep it.
    const once = sessionOptions(threads, { keep_memory: false })
    const looks = [...new Set(heads.map(([layer]) => attentionOf(layer)))]
    // One after the other: each takes several times its file's size while it loads.
    const open = async (bytes: Promise<Uint8Array>, options: InferenceSession.SessionOptions) => {
      const session = await InferenceSession.create(await bytes, options)
      globalThis.gc?.()
      return session
    }
    // A step's memory serves the next one: new pages for each would take as long as the step.
    const step = await open(stepOf(size, looks), sessionOptions(threads))
    const sound = await open(
      readPinned(decoder).then((bytes) => soundGraph(bytes, layers)),
      once,
    )
    return new MoonshineNetwork(heads, await open(readPinned(encoder), once), sound, step)
  }

  /** Decodes a stretch of sound: always the likeliest token. @param samples -1 to 1, 16 kHz, at most half a minute */
  async decode(samples: Float32Array): Promise<TokenSequence> {
    const [tokens, log_probs, attention]: [number[], number[], Float32Array[]] = [[], [], []]
    if (samples.length < LEAST_SAMPLES) return { tokens, log_probs, attention, frames: 0, looped: false }
    const input_values = new Tensor('float32', samples, [1, samples.length])
    const encoded = (await this.#encoder.run({ input_values })) as Tensors
    const encoder_hidden_states = encoded.last_hidden_state as Tensor
    const frames = encoder_hidden_states.dims[1] as number
    const most = Math.ceil((samples.length / SAMPLE_RATE) * TOKENS_PER_SECOND)
    const sound = pastOf((await this.#sound.run({ encoder_hidden_states })) as Tensors, 'encoder')
    let step = (await this.#step.run({ input_ids: row(START), ...sound, ...noPast(sound) })) as Tensors
    for (;;) {
      const { token, log_prob } = likeliest((step.logits as Tensor).data as Float32Array)
      attention.push(this.#attentionIn(step, frames))
      if (token === END || tokens.length >= most) return { tokens, log_probs, attention, frames, looped: token !== END }
      tokens.push(token)
      log_probs.push(log_prob)
      if (tokens.length % COLLECTED === 0) globalThis.gc?.({ type: 'minor' })
      if (isLoop(tokens)) return { tokens, log_probs, attention, frames, looped: true }
      step = (await this.#step.run({ input_ids: row(token), ...sound, ...pastOf(step, 'decoder') })) as Tensors
    }
  }

  #attentionIn(step: Tensors, frames: number): Float32Array {
    const values = new Float32Array(this.#heads.length * frames)
    for (const [at, [layer, head]] of this.#heads.entries()) {
      const all = (step[attentionOf(layer)] as Tensor).data as Float32Array
      values.set(all.subarray(head * frames, (head + 1) * frames), at * frames)
    }
    return values
  }
}

async function stepOf(size: MoonshineSize, looks: readonly string[]): Promise<Buffer> {
  const graph = stepGraph(await readPinned(MOONSHINE_FILES[size].decoder), DECODERS[size].layers, looks)
  globalThis.gc?.()
  return graph
}

/** Name of the value that says how much a token looks at each frame: heads, then frames. */
const attentionOf = (layer: number) => `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`

/** The outputs of a step that are inputs of the next one. */
function pastOf(step: Tensors, of: 'encoder' | 'decoder'): Tensors {
  const past = Object.entries(step).filter(([name]) => name.startsWith('present.') && name.includes(`.${of}.`))
  return Object.fromEntries(past.map(([name, value]) => [name.replace('present', 'past_key_values'), value]))
}

/** What the first step gets in place of an earlier one's values: as those of the sound, of no token. */
const noPast = (sound: Tensors): Tensors =>
  Object.fromEntries(
    Object.entries(sound).map(([name, { dims }]) => [
      name.replace('encoder', 'decoder'),
      new Tensor('float32', new Float32Array(0), dims.with(2, 0)),
    ]),
  )

const row = (token: number) => new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1])

function likeliest(logits: Float32Array): { token: number; log_prob: number } {
  let token = 0
  for (let at = 1; at < logits.length; at++) if ((logits[at] as number) > (logits[token] as number)) token = at
  const most = logits[token] as number
  let sum = 0
  for (const value of logits) sum += Math.exp(value - most)
  return { token, log_prob: -Math.log(sum) }
}

function isLoop(tokens: readonly number[]): boolean {
  for (let length = 1; length <= LOOP.longest; length++) {
    const from = tokens.length - LOOP.times * length
    if (from < 0) return false
    let at = from
    while (at + length < tokens.length && tokens[at] === tokens[at + length]) at++
    if (at + length === tokens.length) return true
  }
  return false
}
