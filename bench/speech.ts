/**
 * Measures the packaged speech engine: `npm run bench:speech -- [FOLDER] [SIZE]`. FOLDER has recordings in the engines'
 * format, and truth.json with `file`, `text` and `words` (word, start, end) of each. SIZE is base or tiny. Needs ffmpeg
 * and flite; espeak-ng adds other languages.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SpokenLine } from '../server/src/engines/engine.ts'
import { wordsOf } from '../server/src/engines/examination/word-errors.ts'
import { MOONSHINE_SIZES } from '../server/src/engines/models/catalogue/packaged-speech.ts'
import { moonshine } from '../server/src/engines/speech/moonshine/moonshine.ts'
import { noModels } from '../server/src/engines/testing/no-models.ts'
import { useOf } from './process-tree.ts'
import {
  convert,
  DISTURBED,
  FOREIGN,
  joined,
  SPEECHLESS,
  type SpeechSample,
  speakAll,
  speakForeign,
} from './speech/material.ts'
import { beginErrors, compareWords, quantile } from './speech/word-errors.ts'

const [recordings, wanted = 'base'] = process.argv.slice(2)
const size = MOONSHINE_SIZES.find((each) => each === wanted)
if (!size) throw new Error('usage: npm run bench:speech -- [FOLDER] [base|tiny]')
const folder = await mkdtemp(path.join(tmpdir(), 'footnote-bench-speech-'))
const engine = moonshine(size).open({ threads: 2, models: noModels })
const hear = (file: string): Promise<SpokenLine[]> => Array.fromAsync(engine.transcribe(file))
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Prints the words that were wrong, and how far words began from the truth. */
async function measure(name: string, spoken: readonly SpeechSample[]): Promise<void> {
  let [errors, words, unsure, lines] = [0, 0, 0, 0]
  const begins: number[] = []
  for (const { file, text, words: truth } of spoken) {
    const heard = await hear(file)
    const said = wordsOf(text)
    errors += compareWords(said, wordsOf(heard.map((line) => line.text).join(' '))).errors
    words += said.length
    lines += heard.length
    unsure += heard.filter((line) => line.unsure).length
    const timed = beginErrors(
      truth ?? [],
      heard.flatMap((line) => line.words),
    )
    for (const each of timed) begins.push(each)
  }
  const times =
    begins.length === 0
      ? ''
      : `; ${begins.length} begins: median ${Math.round(1000 * quantile(begins, 0.5))} ms, 90 of 100 within ${Math.round(1000 * quantile(begins, 0.9))} ms`
  console.log(`${name}: ${percent(errors / words)} of ${words} words wrong, ${unsure} of ${lines} lines unsure${times}`)
}

async function measureInvented(name: string, file: string): Promise<void> {
  const lines = await hear(file)
  const sure = lines.filter((line) => !line.unsure)
  console.log(`${name}: ${sure.length} sure lines of ${lines.length}${sure.map(({ text }) => ` '${text}'`).join('')}`)
}

try {
  const all: SpeechSample[] = []
  for (const voice of ['slt', 'rms', 'awb', 'kal16'])
    for (const which of ['everyday', 'harvard'] as const) {
      const spoken = await speakAll(folder, voice, which)
      if (voice !== 'kal16' && which === 'everyday') for (const each of spoken) all.push(each)
      await measure(`flite ${voice}, ${which}`, spoken)
    }
  const recorded: SpeechSample[] = recordings
    ? (JSON.parse(await readFile(path.join(recordings, 'truth.json'), 'utf8')) as SpeechSample[]).map((each) => ({
        ...each,
        file: path.join(recordings, each.file),
      }))
    : []
  if (recorded.length > 0) await measure('recordings', recorded)
  for (const [name, { source, filter }] of Object.entries(DISTURBED))
    for (const [whose, spoken] of [
      ['flite', all],
      ['recordings', recorded],
    ] as const) {
      const disturbed: SpeechSample[] = []
      for (const [at, each] of spoken.entries()) {
        const inputs = ['-i', each.file, ...(source === null ? [] : ['-f', 'lavfi', '-i', source])]
        disturbed.push({
          ...each,
          file: await convert(inputs, filter, path.join(folder, `disturbed-${at}.wav`)),
          words: null,
        })
      }
      if (disturbed.length > 0) await measure(`${whose}, ${name}`, disturbed)
    }
  const pairs = all.slice(0, 10).map((one, at) => [one, all[at + 10] as SpeechSample] as const)
  const both: SpeechSample[] = []
  for (const [at, [one, other]] of pairs.entries()) {
    const file = path.join(folder, `both-${at}.wav`)
    await convert(
      ['-i', one.file, '-i', other.file],
      '[1]volume=-10dB[b];[0][b]amix=2:duration=longest:normalize=0',
      file,
    )
    both.push({ file, text: one.text, words: null })
  }
  await measure('flite, a second voice under it, 10 dB', both)
  for (const [name, source] of Object.entries(SPEECHLESS))
    await measureInvented(
      name,
      await convert(['-f', 'lavfi', '-t', '60', '-i', source], null, path.join(folder, 'none.wav')),
    )
  for (const [language, text] of Object.entries(FOREIGN)) {
    const file = await speakForeign(folder, language, text)
    if (file) await measureInvented(`espeak-ng ${language}`, file)
  }
  const sounds = [...recorded, ...all].map(({ file }) => file)
  const talk = await joined(sounds, 0.7, path.join(folder, 'talk.wav'))
  const before = useOf([process.pid])
  const began = performance.now()
  let first = 0
  let seconds = 0
  for await (const line of engine.transcribe(talk)) {
    first ||= performance.now() - began
    seconds = line.end
  }
  const after = useOf([process.pid])
  const memory = [...after.memory.values()].reduce((sum, bytes) => sum + bytes, 0)
  console.log(
    `${seconds.toFixed(0)} s of talk: ${((after.cpu - before.cpu) / seconds).toFixed(3)} processor seconds a second, first line after ${(first / 1000).toFixed(1)} s, ${Math.round(memory / 2 ** 20)} MB with this script`,
  )
} finally {
  await engine.close()
  await rm(folder, { recursive: true })
}
