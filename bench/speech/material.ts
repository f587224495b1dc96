import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TimedWord } from './word-errors.ts'

const run = promisify(execFile)
const WAV = ['-ar', '16000', '-ac', '1', '-c:a', 'pcm_s16le']

/** Half of the IEEE's lists 1 to 3 (1969). Their other sentences chose the heads that tell times. */
const HARVARD = `Glue the sheet to the dark blue background
These days a chicken leg is a rare dish
The juice of lemons makes fine punch
The hogs were fed chopped corn and garbage
A large size in stockings is hard to sell
A rod is used to catch pink salmon
Kick the ball straight and follow through
A pot of tea helps to pass the evening
The soft cushion broke the man's fall
The girl at the booth sold fifty bonds
The fish twisted and turned on the bent hook
The swan dive was far short of perfect
Two blue fish swam in the tank
The colt reared and threw the tall rider
Read verse out loud for pleasure`.split('\n')
/** What people say in films of companies, with the vocabulary of everyday. */
const EVERYDAY = `Good morning everyone and welcome to the quarterly meeting of the sales team
Please check that every window is closed before you leave the office
In case of fire use the nearest exit and walk to the car park
The results become better when the number of measurements grows
We visited a small factory and talked with the woman who owns the place
The water comes from a lake in the mountains behind the town
Fresh bread and vegetables are delivered every morning before the doors open
If the address is wrong call the customer and ask for the right one
Our new colleague will show you around the building this afternoon
We spend more money on research than on marketing and support together`.split('\n')

/** A sound in which everything that is said is known. */
export interface SpeechSample {
  readonly file: string
  readonly text: string
  /** Null if the synthesiser's sounds cannot be assigned to words. */
  readonly words: readonly TimedWord[] | null
}

/** Speaks the sentences with a voice of flite, which tells the times of its sounds. */
export async function speakAll(folder: string, voice: string, which: 'harvard' | 'everyday'): Promise<SpeechSample[]> {
  const spoken: SpeechSample[] = []
  for (const [at, text] of (which === 'harvard' ? HARVARD : EVERYDAY).entries()) {
    const file = path.join(folder, `${voice}-${which}-${at}.wav`)
    const { stdout } = await run('flite', ['-voice', voice, '-psdur', '-t', `${text}.`, file])
    spoken.push({ file, text, words: await timedWords(voice, text, stdout) })
  }
  return spoken
}

/** @param printed sounds and the seconds at which they end */
async function timedWords(voice: string, text: string, printed: string): Promise<TimedWord[] | null> {
  let start = 0
  const sounds = printed
    .trim()
    .split(' ')
    .map((each) => {
      const [name = '', end = ''] = each.split(':')
      const sound = { name, start, end: Number(end) }
      start = sound.end
      return sound
    })
    .filter(({ name }) => name !== 'pau')
  let next = 0
  const words: TimedWord[] = []
  for (const word of text.split(' ')) {
    const { stdout } = await run('flite', ['-voice', voice, '-ps', '-t', word, 'none'])
    const own = sounds.slice(
      next,
      next +
        stdout
          .trim()
          .split(' ')
          .filter((name) => name !== 'pau').length,
    )
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return null
    words.push({ word, start: first.start, end: last.end })
    next += own.length
  }
  return next === sounds.length ? words : null
}

/** ffmpeg's filters for what disturbs speech; `[0]` is the speech and `[1]` the disturbance. */
export const DISTURBED: Readonly<Record<string, { readonly source: string | null; readonly filter: string }>> = {
  'pink noise, 10 dB': {
    source: 'anoisesrc=r=16000:c=pink:a=1:seed=1',
    // Speech at -20 dB, noise at -30.
    filter:
      '[0]loudnorm=I=-20,aresample=16000[a];[1]loudnorm=I=-30,aresample=16000[b];[a][b]amix=2:duration=first:normalize=0',
  },
  'phone band': { source: null, filter: '[0]highpass=f=300,lowpass=f=3400,aresample=8000,aresample=16000' },
  'music under it, 10 dB': {
    source:
      "aevalsrc='0.3*exp(-3*mod(t,0.5))*(sin(2*PI*(220*pow(2,floor(mod(t*2,8))/12))*t)+0.5*sin(4*PI*(220*pow(2,floor(mod(t*2,8))/12))*t))':s=16000",
    filter:
      '[0]loudnorm=I=-20,aresample=16000[a];[1]loudnorm=I=-30,aresample=16000[b];[a][b]amix=2:duration=first:normalize=0',
  },
}

/** Sounds in which nobody speaks, as sources of ffmpeg. */
export const SPEECHLESS: Readonly<Record<string, string>> = {
  silence: 'anullsrc=r=16000',
  'pink noise': 'anoisesrc=r=16000:c=pink:a=0.3:seed=1',
  'brown noise': 'anoisesrc=r=16000:c=brown:a=0.5:seed=2',
  engine: "aevalsrc='0.2*(mod(t*110,1)-0.5)*(0.5+0.5*sin(2*PI*25*t))':s=16000",
  siren: "aevalsrc='0.3*sin(2*PI*(200+150*sin(2*PI*0.5*t))*t)*(0.6+0.4*sin(2*PI*4*t))':s=16000",
  music:
    "aevalsrc='0.15*exp(-3*mod(t,0.5))*(sin(2*PI*(220*pow(2,floor(mod(t*2,8))/12))*t)+0.3*sin(2*PI*110*t))':s=16000",
  flute:
    "aevalsrc='0.2*sin(2*PI*(300*pow(2,floor(mod(t*3,5))*2/12))*t+3*sin(2*PI*5*t))*(0.5+0.5*sin(2*PI*1.5*t))':s=16000",
}

/** The same sentences in other languages, for espeak-ng. */
export const FOREIGN: Readonly<Record<string, string>> = {
  fr: "Bonjour à tous et bienvenue dans notre émission. Aujourd'hui nous allons parler de la météo. Il fera beau demain matin, mais la pluie arrivera dans l'après-midi. Merci de votre attention et bonne soirée.",
  ja: 'きょうは とても いい てんき ですね。 わたしは あさ はやく おきて、 こうえんを さんぽ しました。 それから ともだちと いっしょに ひるごはんを たべました。',
  la: 'Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam qui ipsorum lingua Celtae, nostra Galli appellantur.',
}

/** Writes a sound in the engines' format. */
export async function convert(inputs: readonly string[], filter: string | null, file: string): Promise<string> {
  const filters = filter === null ? [] : ['-filter_complex', filter]
  await run('ffmpeg', ['-v', 'error', '-y', ...inputs, ...filters, ...WAV, file])
  return file
}

/** Joins sounds with seconds of silence between them. */
export async function joined(files: readonly string[], seconds: number, file: string): Promise<string> {
  const inputs = files.flatMap((each) => ['-i', each])
  const padded = files.map((_, at) => `[${at}]apad=pad_dur=${seconds}[p${at}]`).join(';')
  const all = files.map((_, at) => `[p${at}]`).join('')
  return await convert(inputs, `${padded};${all}concat=n=${files.length}:v=0:a=1`, file)
}

/** Speaks a language with espeak-ng. @returns null when it is not installed */
export async function speakForeign(folder: string, language: string, text: string): Promise<string | null> {
  const raw = path.join(folder, `${language}-raw.wav`)
  try {
    await run('espeak-ng', ['-v', language, '-w', raw, text])
  } catch {
    return null
  }
  return await convert(['-i', raw], null, path.join(folder, `${language}.wav`))
}
