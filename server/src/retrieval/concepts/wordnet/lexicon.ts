import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { baseFormsOf, type PartOfSpeech } from './morphology.ts'

/** Parts of speech in the numbering order of their synsets, and their files (wndb(5WN)). */
const FILES: readonly { part: PartOfSpeech; file: string }[] = [
  { part: 'n', file: 'noun' },
  { part: 'v', file: 'verb' },
  { part: 'a', file: 'adj' },
  { part: 'r', file: 'adv' },
]
/** Prior weight of each part of speech for an ambiguous word; queries and speech are mostly about things. */
const PART_WEIGHT: Record<PartOfSpeech, number> = { n: 1, v: 0.6, a: 0.6, r: 0.3 }
const MOST_POINTERS = 400_000
const NEWLINE = 10
const SPACE = 32

/** A possible synset of a word. */
export interface Meaning {
  readonly synset: number
  /** Share of the word's uses, 0 to 1; the shares of all its meanings add up to 1. */
  readonly share: number
  /** Position among the word's senses of the same part of speech; 0 is the most frequent. */
  readonly rank: number
}

/**
 * WordNet 3.0, read from its own dictionary files. A synset is a number. Its line stays in the file's bytes and is
 * parsed on demand, since most lines are never needed.
 */
export class Lexicon {
  readonly #files: Buffer[] = []
  readonly #senses = new Map<string, number[]>()
  readonly #exceptions = new Map<string, string[]>()
  /** First synset of each file, and the number of synsets. */
  readonly #bounds: number[] = [0]
  #offsets = new Int32Array(0)
  #pointer_starts = new Int32Array(0)
  #pointer_targets = new Int32Array(0)
  #pointer_kinds = new Uint8Array(0)
  readonly #kinds: string[] = []

  /**
   * Reads the dictionary, which takes about a second.
   * @param folder of data.noun and its siblings
   * @throws when a file is missing
   */
  static async load(folder: string): Promise<Lexicon> {
    const lexicon = new Lexicon()
    for (const { file } of FILES) lexicon.#files.push(await readFile(path.join(folder, `data.${file}`)))
    lexicon.#number()
    lexicon.#point()
    for (const { part, file } of FILES) {
      lexicon.#index(await readFile(path.join(folder, `index.${file}`), 'latin1'), part)
      lexicon.#except(await readFile(path.join(folder, `${file}.exc`), 'latin1'), part)
    }
    return lexicon
  }

  /** Number of synsets. */
  get size(): number {
    return this.#offsets.length
  }

  partOf(synset: number): PartOfSpeech {
    return (FILES[this.#fileOf(synset)] as { part: PartOfSpeech }).part
  }

  /** Lemmas of a synset, phrases with spaces. */
  words(synset: number): string[] {
    const fields = this.#line(synset).split(' ', 80)
    const count = Number.parseInt(fields[3] ?? '0', 16)
    const words: string[] = []
    for (let word = 0; word < count; word++) {
      const lemma = fields[4 + 2 * word]
      if (lemma)
        words.push(
          lemma
            .toLowerCase()
            .replace(/\([^()]*\)$/, '')
            .replaceAll('_', ' '),
        )
    }
    return words
  }

  /** Definition of a synset, without its examples. */
  definition(synset: number): string {
    const line = this.#line(synset)
    const gloss = line.slice(line.indexOf('|') + 1)
    const example = gloss.indexOf('"')
    return (example < 0 ? gloss : gloss.slice(0, example)).toLowerCase()
  }

  /** Calls `take` for each pointer of a synset, with WordNet's symbol for its kind (wninput(5WN)). */
  eachPointer(synset: number, take: (symbol: string, to: number) => void): void {
    const end = this.#pointer_starts[synset + 1] as number
    for (let at = this.#pointer_starts[synset] as number; at < end; at++)
      take(this.#kinds[this.#pointer_kinds[at] as number] as string, this.#pointer_targets[at] as number)
  }

  /** Synsets at the ends of some kinds of pointers. */
  pointed(synset: number, symbols: readonly string[]): number[] {
    const found: number[] = []
    this.eachPointer(synset, (symbol, to) => {
      if (symbols.includes(symbol)) found.push(to)
    })
    return found
  }

  /** Synsets of a base form, most frequent first. */
  senses(lemma: string, part: PartOfSpeech): readonly number[] {
    return this.#senses.get(`${part}:${lemma.toLowerCase().replaceAll(' ', '_')}`) ?? []
  }

  /** The synset named like `n:car#1`, or undefined. */
  sense(name: string): number | undefined {
    const [lemma, number] = name.slice(2).split('#')
    return this.senses(lemma ?? '', name[0] as PartOfSpeech)[Number(number) - 1]
  }

  /** Base forms of a word or phrase as one part of speech. */
  baseForms(word: string, part: PartOfSpeech): string[] {
    const form = word.toLowerCase().replaceAll(' ', '_')
    const known = (candidate: string) => this.#senses.has(`${part}:${candidate}`)
    return baseFormsOf(form, part, known, this.#exceptions.get(`${part}:${form}`) ?? [])
  }

  /** All possible meanings of a word or phrase, in any of its forms. */
  meanings(word: string): Meaning[] {
    const found = new Map<number, { weight: number; rank: number }>()
    let sum = 0
    for (const { part } of FILES)
      for (const [form_rank, form] of this.baseForms(word, part).entries())
        for (const [rank, synset] of this.senses(form, part).entries()) {
          const weight = PART_WEIGHT[part] / ((rank + 1) * (form_rank + 1))
          const before = found.get(synset)
          found.set(synset, { weight: weight + (before?.weight ?? 0), rank: Math.min(rank, before?.rank ?? rank) })
          sum += weight
        }
    return [...found].map(([synset, { weight, rank }]) => ({ synset, rank, share: weight / sum }))
  }

  #fileOf(synset: number): number {
    let file = 0
    while (synset >= (this.#bounds[file + 1] as number)) file++
    return file
  }

  #line(synset: number): string {
    const file = this.#files[this.#fileOf(synset)] as Buffer
    const start = this.#offsets[synset] as number
    return file.toString('latin1', start, file.indexOf(NEWLINE, start))
  }

  #number(): void {
    const offsets: number[] = []
    for (const file of this.#files) {
      for (let start = 0; start < file.length; start = file.indexOf(NEWLINE, start) + 1)
        // The lines of the licence begin with a space.
        if (file[start] !== SPACE) offsets.push(start)
      this.#bounds.push(offsets.length)
    }
    this.#offsets = Int32Array.from(offsets)
  }

  #point(): void {
    this.#pointer_starts = new Int32Array(this.size + 1)
    const targets = new Int32Array(MOST_POINTERS)
    const kinds = new Uint8Array(MOST_POINTERS)
    let count = 0
    for (let synset = 0; synset < this.size; synset++) {
      this.#pointer_starts[synset] = count
      const line = this.#line(synset)
      const fields = line.slice(0, line.indexOf('|')).split(' ')
      const first = 5 + 2 * Number.parseInt(fields[3] ?? '0', 16)
      for (let pointer = 0; pointer < Number(fields[first - 1]); pointer++) {
        const at = first + 4 * pointer
        const to = this.#find(fields[at + 2] as string, Number(fields[at + 1]))
        if (to < 0) continue
        targets[count] = to
        kinds[count++] = this.#kind(fields[at] as string)
      }
    }
    this.#pointer_starts[this.size] = count
    this.#pointer_targets = targets.slice(0, count)
    this.#pointer_kinds = kinds.slice(0, count)
  }

  #kind(symbol: string): number {
    const known = this.#kinds.indexOf(symbol)
    return known >= 0 ? known : this.#kinds.push(symbol) - 1
  }

  /** The synset at a byte of a file, or -1. */
  #find(part: string, offset: number): number {
    const file = FILES.findIndex((entry) => entry.part === (part === 's' ? 'a' : part))
    let low = this.#bounds[file] as number
    let high = (this.#bounds[file + 1] as number) - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#offsets[middle] as number
      if (found === offset) return middle
      if (found < offset) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  #index(content: string, part: PartOfSpeech): void {
    for (const line of content.split('\n')) {
      if (line.length === 0 || line[0] === ' ') continue
      const fields = line.trimEnd().split(' ')
      const synsets = fields.slice(fields.length - Number(fields[2])).map((offset) => this.#find(part, Number(offset)))
      this.#senses.set(`${part}:${fields[0]}`, synsets)
    }
  }

  #except(content: string, part: PartOfSpeech): void {
    for (const line of content.split('\n')) {
      const [form, ...bases] = line.trim().split(' ')
      if (form) this.#exceptions.set(`${part}:${form}`, bases)
    }
  }
}
