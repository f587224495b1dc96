// Past 250 lines: the tiny networks of every speech architecture, node by node.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PinnedFile } from '../src/engines/models/pinned-file.ts'
import { OnnxGraph } from '../src/engines/process/onnx-graph.ts'
import { SAMPLE_RATE } from '../src/engines/speech/sound/wav.ts'
import type { SpeechModel } from '../src/engines/speech/speech-models.ts'
import { hashFile } from '../src/platform/hash-file.ts'
import { writeGraph } from './onnx.ts'

/** The text that the tiny models hear in a tone of each frequency (Hz); the mark is the space before a word. */
export const TONES = { 400: '▁Good', 700: '▁morn', 1000: 'ing,', 1350: '▁every', 1750: 'body.' } as const
/** Two tones that are languages for the tiny Whisper, and its words in each. */
const SENTENCES = { en: { tone: 400, words: ['Good', ' morning.'] }, de: { tone: 1000, words: ['Guten', ' Morgen.'] } }
/** Tones that are two people for the voice models. */
export const VOICES = [400, 700] as const

/** Mel bands in the input of NeMo's first models. */
const BANDS = 80
/** Frames of 10 ms that become one, as in NeMo's conformers. */
const SUBSAMPLING = 8
/** Logarithm of a band's energy above which the band has a tone, and not only its neighbour's edge. */
const LOUD = -1

export interface TinySpeechOptions {
  /** Mel bands that the network expects, instead of those in the input. */
  readonly bands?: number
  /** Metadata to leave out. */
  readonly without?: readonly string[]
}

/** A piece of sound for `melody`: a tone, or silence for 0 Hz. */
export type Note = readonly [frequency: number, seconds: number]

/** One tone after the other as 16-bit samples, each fading in and out for 10 ms. */
export function melody(...notes: readonly Note[]): Int16Array {
  return Int16Array.from(
    notes.flatMap(([frequency, seconds]) =>
      Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, at) => {
        const edge = Math.min(1, at / 160, (seconds * SAMPLE_RATE - at) / 160)
        return frequency === 0 ? 0 : Math.round(12_000 * edge * Math.sin((2 * Math.PI * frequency * at) / SAMPLE_RATE))
      }),
    ),
  )
}

/** Writes samples as a WAV file in the engines' format. */
export async function writeWav(file: string, samples: Int16Array): Promise<void> {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLE_RATE, 24)
  header.writeUInt32LE(2 * SAMPLE_RATE, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.byteLength, 40)
  await writeFile(file, Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]))
}

/**
 * Writes a speech model of some kilobytes into its folder, with its names, shapes and metadata: it hears words in
 * tones.
 */
export async function writeTinySpeech(
  models_dir: string,
  model: SpeechModel,
  options: TinySpeechOptions = {},
): Promise<string> {
  const folder = path.join(models_dir, model.folder)
  await mkdir(folder, { recursive: true })
  const { network } = model
  const at = (name: string) => path.join(folder, name)
  if (network.kind === 'whisper') {
    await writeFile(at(model.tokens), whisperTokens())
    await writeWhisperEncoder(at(network.encoder), options)
    await writeWhisperDecoder(at(network.decoder))
    return folder
  }
  await writeFile(at(model.tokens), [...Object.values(TONES), '<blk>'].map((token, id) => `${token} ${id}\n`).join(''))
  if (network.kind === 'nemoCtc') await writeCtc(at(network.model), options)
  else {
    await writeTransducerEncoder(at(network.encoder), options)
    await writePredictor(at(network.decoder))
    await writeJoiner(at(network.joiner))
  }
  return folder
}

const VOCABULARY = Object.keys(TONES).length
/** Outputs of a network of tokens: the vocabulary, then the blank. */
const OUTPUTS = VOCABULARY + 1

function kept(metadata: Record<string, string | number>, { without = [] }: TinySpeechOptions) {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !without.includes(key)))
}

/**
 * The loudest band (from 0) of a tone, on a mel scale up to 8 kHz: linear below 1 kHz (Slaney 1998) or not
 * (O'Shaughnessy 1987).
 */
function bandOf(frequency: number, bands: number, scale: 'slaney' | 'htk'): number {
  const htk = (hertz: number) => 2595 * Math.log10(1 + hertz / 700)
  const slaney = (hertz: number) =>
    hertz < 1000 ? (3 * hertz) / 200 : 15 + (27 * Math.log(hertz / 1000)) / Math.log(6.4)
  const mel = scale === 'slaney' ? slaney : htk
  return Math.round((mel(frequency) / mel(SAMPLE_RATE / 2)) * (bands + 1)) - 1
}

/** A matrix whose columns each take the mean of a tone's band and its neighbours. */
function tuned(frequencies: readonly number[], bands: number, columns: number, scale: 'slaney' | 'htk' = 'slaney') {
  const matrix = new Float32Array(bands * columns)
  for (const [column, frequency] of frequencies.entries()) {
    const band = bandOf(frequency, bands, scale)
    for (const row of [band - 1, band, band + 1]) if (row >= 0 && row < bands) matrix[row * columns + column] = 1 / 3
  }
  return matrix
}

/**
 * Turns mel bands by time into the tokens of every eighth frame: 1, time, outputs. When no tone is loud enough, the
 * blank is the largest.
 */
function heard(graph: OnnxGraph, bands: number): string {
  const features = graph.input('audio_signal', 'float32', [1, bands, 'time'])
  const fewer = graph.node('AveragePool', [features], { kernel_shape: [SUBSAMPLING], strides: [SUBSAMPLING] })
  const rows = graph.node('Transpose', [fewer], { perm: [0, 2, 1] })
  const frequencies = Object.keys(TONES).map(Number)
  const levels = graph.node('MatMul', [rows, graph.constant(tuned(frequencies, bands, OUTPUTS), [bands, OUTPUTS])])
  const thresholds = new Float32Array(OUTPUTS).fill(-LOUD)
  thresholds[VOCABULARY] = 0
  return graph.node('Add', [levels, graph.constant(thresholds, [OUTPUTS])])
}

async function writeCtc(file: string, options: TinySpeechOptions): Promise<void> {
  const graph = new OnnxGraph()
  const logits = heard(graph, options.bands ?? BANDS)
  graph.input('length', 'int64', [1])
  graph.output(logits, 'logprobs', 'float32', [1, 'time', OUTPUTS])
  const metadata = { vocab_size: VOCABULARY, subsampling_factor: SUBSAMPLING, normalize_type: '' }
  await writeGraph(graph, file, kept({ model_type: 'EncDecHybridRNNTCTCBPEModel', ...metadata }, options))
}

/** Mel bands of the model with 25 languages. */
const TRANSDUCER_BANDS = 128

async function writeTransducerEncoder(file: string, options: TinySpeechOptions): Promise<void> {
  const graph = new OnnxGraph()
  const rows = heard(graph, options.bands ?? TRANSDUCER_BANDS)
  const length = graph.input('length', 'int64', [1])
  graph.output(graph.node('Transpose', [rows], { perm: [0, 2, 1] }), 'outputs', 'float32', [1, OUTPUTS, 'time'])
  const eight = graph.constant(new BigInt64Array([BigInt(SUBSAMPLING)]), [1])
  graph.output(graph.node('Div', [length, eight]), 'encoded_lengths', 'int64', [1])
  const metadata = {
    vocab_size: VOCABULARY,
    subsampling_factor: SUBSAMPLING,
    normalize_type: '',
    pred_rnn_layers: 1,
    pred_hidden: 2,
    feat_dim: TRANSDUCER_BANDS,
    // The runtime recognises by this address that the joiner returns durations as well.
    url: 'https://example.com/tdt',
  }
  await writeGraph(graph, file, kept({ model_type: 'EncDecRNNTBPEModel', ...metadata }, options))
}

/** Remembers only the last token. */
async function writePredictor(file: string): Promise<void> {
  const graph = new OnnxGraph()
  const targets = graph.input('targets', 'int32', [1, 1])
  const length = graph.input('target_length', 'int32', [1])
  const state = graph.input('states.1', 'float32', [1, 1, 2])
  const cell = graph.input('onnx::Slice_3', 'float32', [1, 1, 2])
  const identity = Float32Array.from({ length: OUTPUTS * OUTPUTS }, (_, at) => (at % (OUTPUTS + 1) === 0 ? 1 : 0))
  const last = graph.node('Gather', [graph.constant(identity, [OUTPUTS, OUTPUTS]), targets])
  graph.output(graph.node('Transpose', [last], { perm: [0, 2, 1] }), 'outputs', 'float32', [1, OUTPUTS, 1])
  graph.output(length, 'prednet_lengths', 'int32', [1])
  graph.output(state, 'states', 'float32', [1, 1, 2])
  graph.output(cell, '162', 'float32', [1, 1, 2])
  await writeGraph(graph, file)
}

/** The tokens of a frame without the last one; each step lasts one frame. */
async function writeJoiner(file: string): Promise<void> {
  const graph = new OnnxGraph()
  const encoded = graph.input('encoder_outputs', 'float32', [1, OUTPUTS, 1])
  const said = graph.input('decoder_outputs', 'float32', [1, OUTPUTS, 1])
  const barred = new Float32Array(OUTPUTS).fill(-100)
  barred[VOCABULARY] = 0
  const penalties = graph.node('Mul', [said, graph.constant(barred, [1, OUTPUTS, 1])])
  const tokens = graph.node('Transpose', [graph.node('Add', [encoded, penalties])], { perm: [0, 2, 1] })
  const durations = graph.constant(new Float32Array([0, 9, 0, 0, 0]), [1, 1, 5])
  const both = graph.node('Concat', [tokens, durations], { axis: 2 })
  const shape = graph.constant(new BigInt64Array([1n, 1n, 1n, BigInt(OUTPUTS + 5)]), [4])
  graph.output(graph.node('Reshape', [both, shape]), 'outputs', 'float32', [1, 1, 1, OUTPUTS + 5])
  await writeGraph(graph, file)
}

/** Special tokens of the tiny Whisper, then the languages, then the words. */
const SPECIAL = [
  '<|endoftext|>',
  '<|startoftranscript|>',
  '<|translate|>',
  '<|transcribe|>',
  '<|nospeech|>',
  '<|notimestamps|>',
]
const LANGUAGES = Object.keys(SENTENCES)
const WORDS = Object.values(SENTENCES).flatMap(({ words }) => words)
const WHISPER_SIZE = SPECIAL.length + LANGUAGES.length + WORDS.length
const idOf = (token: string) => [...SPECIAL, ...LANGUAGES, ...WORDS].indexOf(token)
/** Layers, positions and values per position in the tiny Whisper's memory. */
const MEMORY = { layers: 1, places: 64, state: 2 }

const whisperTokens = () =>
  [...SPECIAL, ...LANGUAGES, ...WORDS].map((token, id) => `${Buffer.from(token).toString('base64')} ${id}\n`).join('')

async function writeWhisperEncoder(file: string, options: TinySpeechOptions): Promise<void> {
  const bands = options.bands ?? BANDS
  const graph = new OnnxGraph()
  const mel = graph.input('mel', 'float32', [1, bands, 'time'])
  const mean = graph.node('Transpose', [graph.node('ReduceMean', [mel], { axes: [2], keepdims: 1 })], {
    perm: [0, 2, 1],
  })
  const tones = Object.values(SENTENCES).map(({ tone }) => tone)
  const levels = graph.node('MatMul', [mean, graph.constant(tuned(tones, bands, MEMORY.state), [bands, MEMORY.state])])
  const shape = graph.constant(new BigInt64Array([1n, 1n, 1n, BigInt(MEMORY.state)]), [4])
  const key = graph.node('Reshape', [levels, shape])
  graph.output(key, 'n_layer_cross_k', 'float32', [MEMORY.layers, 1, 'time', MEMORY.state])
  graph.output(key, 'n_layer_cross_v', 'float32', [MEMORY.layers, 1, 'time', MEMORY.state])
  const languages = LANGUAGES.map(idOf).join(',')
  const metadata = {
    model_type: 'whisper-base',
    version: 1,
    n_mels: BANDS,
    n_text_layer: MEMORY.layers,
    n_text_ctx: MEMORY.places,
    n_text_state: MEMORY.state,
    n_vocab: WHISPER_SIZE,
    sot: idOf('<|startoftranscript|>'),
    eot: idOf('<|endoftext|>'),
    blank_id: idOf('<|nospeech|>'),
    translate: idOf('<|translate|>'),
    transcribe: idOf('<|transcribe|>'),
    is_multilingual: 1,
    no_speech: idOf('<|nospeech|>'),
    no_timestamps: idOf('<|notimestamps|>'),
    sot_index: 0,
    sot_sequence: [idOf('<|startoftranscript|>'), idOf('en'), idOf('<|transcribe|>')].join(','),
    all_language_tokens: languages,
    all_language_codes: LANGUAGES.join(','),
  }
  await writeGraph(graph, file, kept(metadata, options))
}

/** A language is followed by its first word, a word by the next; the start by the language of the loudest tone. */
async function writeWhisperDecoder(file: string): Promise<void> {
  const graph = new OnnxGraph()
  const cache = [MEMORY.layers, 1, MEMORY.places, MEMORY.state]
  const tokens = graph.input('tokens', 'int64', [1, 'count'])
  const own_key = graph.input('in_n_layer_self_k_cache', 'float32', cache)
  const own_value = graph.input('in_n_layer_self_v_cache', 'float32', cache)
  const cross = [MEMORY.layers, 1, 'time', MEMORY.state]
  const key = graph.input('n_layer_cross_k', 'float32', cross)
  graph.input('n_layer_cross_v', 'float32', cross)
  graph.input('offset', 'int64', [1])
  const follows = new Float32Array(WHISPER_SIZE * WHISPER_SIZE)
  for (const [language, { words }] of Object.entries(SENTENCES))
    for (const [at, token] of [language, ...words].entries())
      follows[idOf(token) * WHISPER_SIZE + idOf(words[at] ?? '<|endoftext|>')] = 100
  const rows = graph.node('Gather', [graph.constant(follows, [WHISPER_SIZE, WHISPER_SIZE]), tokens])
  const next = graph.node('ReduceSum', [rows, graph.constant(new BigInt64Array([1n]), [1])], { keepdims: 1 })
  const places = new Float32Array(MEMORY.state * WHISPER_SIZE)
  for (const [at, language] of LANGUAGES.entries()) places[at * WHISPER_SIZE + idOf(language)] = 1
  const levels = graph.node('Reshape', [key, graph.constant(new BigInt64Array([1n, 1n, BigInt(MEMORY.state)]), [3])])
  const spoken = graph.node('MatMul', [levels, graph.constant(places, [MEMORY.state, WHISPER_SIZE])])
  const one = graph.node('Add', [next, spoken])
  // The same for every requested position.
  const none = graph.node('Mul', [rows, graph.constant(new Float32Array([0]), [1])])
  graph.output(graph.node('Add', [none, one]), 'logits', 'float32', [1, 'count', WHISPER_SIZE])
  graph.output(own_key, 'out_n_layer_self_k_cache', 'float32', cache)
  graph.output(own_value, 'out_n_layer_self_v_cache', 'float32', cache)
  await writeGraph(graph, file)
}

/**
 * Writes a voice-activity model with the names and shapes of Silero's fourth: sound louder than a whisper is speech.
 */
export async function writeTinyVoice(folder: string): Promise<PinnedFile> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'tiny-voice.onnx')
  const graph = new OnnxGraph()
  const input = graph.input('input', 'float32', [1, 'samples'])
  graph.input('sr', 'int64', [1])
  const memories = ['h', 'c'].map((name) => graph.input(name, 'float32', [2, 1, 64]))
  const level = graph.node('ReduceMean', [graph.node('Abs', [input])], { axes: [1], keepdims: 1 })
  const above = graph.node('Sub', [level, graph.constant(new Float32Array([0.02]), [1])])
  const steep = graph.node('Mul', [above, graph.constant(new Float32Array([1_000]), [1])])
  graph.output(graph.node('Sigmoid', [steep]), 'output', 'float32', [1, 1])
  for (const [at, name] of ['hn', 'cn'].entries()) graph.output(memories[at] as string, name, 'float32', [2, 1, 64])
  await writeGraph(graph, file)
  return { file, sha256: await hashFile(file) }
}

/** Window of the tiny model of turns, length of its frames and the step between them, in samples, as in Pyannote's. */
const TURNS = { window: 10 * SAMPLE_RATE, field: 991, shift: 270 }

/** Writes the two models that distinguish voices: two tones are two people. */
export async function writeTinyVoices(models_dir: string): Promise<void> {
  const [turns, voices] = ['speaker-segmentation', 'speaker-embedding'].map((name) => path.join(models_dir, name))
  for (const folder of [turns, voices]) await mkdir(folder as string, { recursive: true })
  await writeTurns(path.join(turns as string, 'model.onnx'))
  await writeVoices(path.join(voices as string, 'wespeaker_en_voxceleb_resnet34_LM.onnx'))
}

/** The loudness of each tone in a stretch, as the class of one person speaking alone; the first class is nobody. */
async function writeTurns(file: string): Promise<void> {
  const graph = new OnnxGraph()
  const classes = 7
  const sound = graph.input('x', 'float32', [1, 1, 'samples'])
  const waves = VOICES.flatMap((tone) => [Math.sin, Math.cos].map((wave) => ({ tone, wave })))
  const filters = Float32Array.from({ length: waves.length * TURNS.field }, (_, at) => {
    const { tone, wave } = waves[Math.floor(at / TURNS.field)] as (typeof waves)[number]
    return wave((2 * Math.PI * tone * (at % TURNS.field)) / SAMPLE_RATE) / TURNS.field
  })
  const filter = graph.constant(filters, [waves.length, 1, TURNS.field])
  const likeness = graph.node('Conv', [sound, filter], { kernel_shape: [TURNS.field], strides: [TURNS.shift] })
  const power = graph.node('Transpose', [graph.node('Mul', [likeness, likeness])], { perm: [0, 2, 1] })
  const sums = new Float32Array(waves.length * classes)
  for (let at = 0; at < waves.length; at++) sums[at * classes + 1 + Math.floor(at / 2)] = 1
  const levels = graph.node('MatMul', [power, graph.constant(sums, [waves.length, classes])])
  const nobody = new Float32Array(classes).fill(-1)
  nobody.set([0.001, 0, 0])
  graph.output(graph.node('Add', [levels, graph.constant(nobody, [classes])]), 'y', 'float32', [1, 'frames', classes])
  await writeGraph(graph, file, {
    sample_rate: SAMPLE_RATE,
    window_size: TURNS.window,
    receptive_field_size: TURNS.field,
    receptive_field_shift: TURNS.shift,
    num_speakers: 3,
    powerset_max_classes: 2,
    num_classes: classes,
  })
}

/** A voice is its loudness at each tone. */
async function writeVoices(file: string): Promise<void> {
  const graph = new OnnxGraph()
  const features = graph.input('feats', 'float32', [1, 'time', BANDS])
  const mean = graph.node('ReduceMean', [features], { axes: [1], keepdims: 0 })
  const dimensions = VOICES.length
  const tones = graph.constant(tuned(VOICES, BANDS, dimensions, 'htk'), [BANDS, dimensions])
  const levels = graph.node('MatMul', [mean, tones])
  const middle = graph.node('ReduceMean', [levels], { axes: [1], keepdims: 1 })
  graph.output(graph.node('Sub', [levels, middle]), 'embs', 'float32', [1, dimensions])
  await writeGraph(graph, file, {
    framework: 'wespeaker',
    language: 'English',
    output_dim: dimensions,
    sample_rate: SAMPLE_RATE,
    normalize_samples: 0,
    feature_normalize_type: '',
  })
}
