import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testMedia } from '../../test/test-media.ts'
import { melody, writeWav } from '../../test/tiny-speech.ts'
import { openTokeniser } from './embedding/input.ts'
import { DESCRIPTION, describedDetector, describedRecogniser } from './ocr/description.ts'
import { PACKAGED_DETECTOR } from './ocr/packaged.ts'
import { listen } from './speech/sound/sound.ts'
import { utterancesIn } from './speech/sound/voice.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from './visual/embedding-models.ts'

const [SPEECH, VOCABULARY, DETECTOR, RECOGNISER] = [
  'jfk.wav',
  'models/clip_bpe_simple_vocab_16e6.txt.gz',
  'models/PP-OCRv5_server_det.inference.yml',
  'models/PP-OCRv5_server_rec.inference.yml',
].map(testMedia) as [string, string, string, string]

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-real-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The speech that the voice-activity model finds in a sound. */
async function speechIn(file: string) {
  const signal = new AbortController().signal
  return await Array.fromAsync(utterancesIn(await listen(file, signal), { longest: 29, signal }))
}

test.skipIf(!SPEECH)('the pinned voice-activity model finds every phrase of a recorded speech', async () => {
  const found = await speechIn(SPEECH)
  const covers = (start: number, end: number) => found.some((each) => each.start <= start && each.end >= end)
  for (const [start, end] of [
    [0.5, 2.1],
    [3.4, 4.3],
    [5.5, 7.5],
    [8.3, 10.3],
  ] as const)
    expect(covers(start, end)).toBe(true)
})

test('the pinned voice-activity model mistakes neither music nor silence for speech', async () => {
  const file = path.join(folder, 'chords.wav')
  // Chords of three tones, one after the other for half a minute, with changing loudness.
  const scale = [262, 294, 330, 349, 392, 440, 494, 523]
  const voice = (step: number) =>
    melody(...Array.from({ length: 40 }, (_, at) => [scale[(at * 3 + step) % 8] as number, 0.75] as const))
  const [low, middle, high] = [voice(0), voice(2), voice(4)]
  await writeWav(
    file,
    low.map((value, at) => Math.round((value + (middle[at] ?? 0) + (high[at] ?? 0)) / 3)),
  )
  expect(await speechIn(file)).toEqual([])
  await writeWav(file, new Int16Array(16_000 * 20))
  expect(await speechIn(file)).toEqual([])
})

test.skipIf(!DETECTOR)('a detector’s description may leave a step empty', async () => {
  await copyFile(DETECTOR, path.join(folder, DESCRIPTION))
  expect(await readFile(DETECTOR, 'utf8')).toMatch(/DetResizeForTest: null/)
  expect(await describedDetector(folder)).toMatchObject({
    longest_side: PACKAGED_DETECTOR.longest_side,
    rules: { threshold: 0.3, box_threshold: 0.6, unclip: 1.5 },
  })
})

test.skipIf(!RECOGNISER)('a recogniser’s description lists every character, and the space after them', async () => {
  await copyFile(RECOGNISER, path.join(folder, DESCRIPTION))
  const { keys, height } = await describedRecogniser(folder)
  expect(keys).toHaveLength(18_383 + 2)
  expect([keys[0], keys.at(-1), height]).toEqual(['', ' ', 48])
})

/** CLIP's tokeniser in the format of the tokenizers library, from its makers' published list of merges. */
async function writeClipTokeniser(): Promise<void> {
  const bytes = [...range(33, 126), ...range(161, 172), ...range(174, 255)]
  const other = range(0, 255).filter((byte) => !bytes.includes(byte))
  const letters = [
    ...bytes.map((byte) => String.fromCodePoint(byte)),
    ...other.map((_, at) => String.fromCodePoint(256 + at)),
  ]
  const lines = gunzipSync(await readFile(VOCABULARY))
    .toString('utf8')
    .split('\n')
  const merges = lines.slice(1, 49_152 - 256 - 2 + 1)
  const tokens = [
    ...letters,
    ...letters.map((letter) => `${letter}</w>`),
    ...merges.map((merge) => merge.replace(' ', '')),
  ]
  const [begin, end] = ['<|startoftext|>', '<|endoftext|>']
  const vocab = Object.fromEntries([...tokens, begin, end].map((token, id) => [token, id]))
  const special = (content: string) => ({ id: vocab[content], content, special: true, normalized: false })
  const word = "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+"
  const rules = {
    version: '1.0',
    added_tokens: [special(begin), special(end)],
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'NFC' },
        { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
        { type: 'Lowercase' },
      ],
    },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'Split', pattern: { Regex: word }, behavior: 'Removed', invert: true },
        { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false },
      ],
    },
    post_processor: {
      type: 'RobertaProcessing',
      sep: [end, vocab[end]],
      cls: [begin, vocab[begin]],
      trim_offsets: false,
      add_prefix_space: false,
    },
    decoder: null,
    model: { type: 'BPE', unk_token: end, end_of_word_suffix: '</w>', continuing_subword_prefix: '', vocab, merges },
  }
  await writeFile(path.join(folder, 'tokenizer.json'), JSON.stringify(rules))
  await writeFile(path.join(folder, 'tokenizer_config.json'), '{}')
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test.skipIf(!VOCABULARY)('texts become the tokens of CLIP’s training', async () => {
  await writeClipTokeniser()
  const clip = EMBEDDING_MODELS.find(({ folder: name }) => name === 'clip-vit-b32') as EmbeddingModel
  const tokenise = await openTokeniser(folder, clip.text)
  expect(tokenise('a photo of a cat')).toEqual([49406, 320, 1125, 539, 320, 2368, 49407])
  expect(tokenise('A Photo of  a CAT')).toEqual(tokenise('a photo of a cat'))
  expect(tokenise('word '.repeat(200))).toHaveLength(clip.text.max_tokens)
})
