import type { EditedWord } from '../../../platform/db/schema.ts'

/** Words of a block at first. It is divided when it has twice as many. */
const SIZE = 256

/** Neighbouring words. Times in seconds, of the words that are or were in it. */
interface Block<Item> {
  items: Item[]
  /** The earliest time of its words, and of all words behind it too. */
  least: number
  begin: number
  /** The latest time of its words, and of all words before it too. */
  most: number
  reach: number
}

interface WithWord {
  readonly word: EditedWord
}

/** A place between words, until the next change of the list: before a word of a block, or behind the block's last one. */
export interface WordPosition {
  /** Index of the block. */
  readonly block: number
  readonly at: number
}

/** Seconds, both ends included. */
interface Interval {
  readonly from: number
  readonly to: number
}

/**
 * Words in order, in blocks that know their times. So an edit of a long transcript finds its words without looking at
 * all of them, and moves few.
 */
export class WordList<Item extends WithWord> {
  #blocks: Block<Item>[]
  /** Behind the words that were inserted last. */
  #last: WordPosition = FIRST

  constructor(items: readonly Item[]) {
    const [first = blockOf<Item>([]), ...others] = blocksOf(items)
    this.#blocks = [first, ...others]
    this.#settleAll()
  }

  /** Makes the next search begin at the first word, and not behind the words that were inserted last. */
  rewind(): void {
    this.#last = FIRST
  }

  /**
   * Finds words that follow each other: the next ones, or else the first ones of the list.
   * @returns a place for each; null if they are not there, and when no word is given
   */
  find(words: readonly EditedWord[]): WordPosition[] | null {
    return this.#findFrom(this.#last, words) ?? this.#findFrom(FIRST, words)
  }

  #findFrom(place: WordPosition, words: readonly EditedWord[]): WordPosition[] | null {
    const [wanted] = words
    if (!wanted) return null
    for (const [block, { items }] of this.#touching({ from: wanted.start, to: wanted.end })) {
      if (block < place.block) continue
      for (let at = block === place.block ? place.at : 0; at < items.length; at++) {
        const found = isSame(items[at], wanted) ? this.#placesOf({ block, at }, words) : null
        if (found) return found
      }
    }
    return null
  }

  /** The places of words that follow each other, if these are the words from a place on. */
  #placesOf({ block, at }: WordPosition, words: readonly EditedWord[]): WordPosition[] | null {
    const places: WordPosition[] = []
    let place = { block, at }
    for (const word of words) {
      while (place.at === this.#blocks[place.block]?.items.length) place = { block: place.block + 1, at: 0 }
      if (!isSame(this.#blocks[place.block]?.items[place.at], word)) return null
      places.push(place)
      place = { block: place.block, at: place.at + 1 }
    }
    return places
  }

  /** Places of the words for which a condition holds. @param interval that the words touch */
  filter(interval: Interval, holds: (word: EditedWord) => boolean): WordPosition[] {
    const places: WordPosition[] = []
    for (const [block, { items }] of this.#touching(interval))
      for (const [at, { word }] of items.entries()) if (holds(word)) places.push({ block, at })
    return places
  }

  /** Blocks that may have words in an interval, with their indexes. */
  *#touching({ from, to }: Interval): Generator<[number, Block<Item>]> {
    const blocks = this.#blocks
    for (let at = firstWith(blocks, ({ reach }) => reach >= from); at < blocks.length; at++) {
      const block = blocks[at] as Block<Item>
      if (block.begin > to) return
      if (block.least <= to && block.most >= from) yield [at, block]
    }
  }

  /** The place before the first word whose middle is later than a time in seconds, or behind all words. */
  placeAt(seconds: number): WordPosition {
    const blocks = this.#blocks
    for (let block = firstWith(blocks, ({ reach }) => reach > seconds); block < blocks.length; block++) {
      const at = (blocks[block] as Block<Item>).items.findIndex(({ word }) => (word.start + word.end) / 2 > seconds)
      if (at >= 0) return { block, at }
    }
    return { block: blocks.length - 1, at: blocks.at(-1)?.items.length ?? 0 }
  }

  /** The words on both sides of a place. */
  beside({ block, at }: WordPosition): { readonly previous: Item | undefined; readonly next: Item | undefined } {
    let [previous, next] = [this.#blocks[block]?.items[at - 1], this.#blocks[block]?.items[at]]
    for (let left = block - 1; left >= 0 && !previous; left--) previous = this.#blocks[left]?.items.at(-1)
    for (let right = block + 1; right < this.#blocks.length && !next; right++) next = this.#blocks[right]?.items[0]
    return { previous, next }
  }

  /** Takes words out. The first place stays one. @param places of words, in order */
  remove(places: readonly WordPosition[]): Item[] {
    // From the last one, so that the other indexes stay the same.
    const removed = places.toReversed().flatMap(({ block, at }) => this.#blocks[block]?.items.splice(at, 1) ?? [])
    return removed.reverse()
  }

  insert({ block: index, at }: WordPosition, items: readonly Item[]): void {
    const block = this.#blocks[index] as Block<Item>
    if (block.items.length + items.length <= 2 * SIZE) {
      block.items = block.items.slice(0, at).concat(items, block.items.slice(at))
      widen(block, items)
      this.#settle(index)
      this.#last = { block: index, at: at + items.length }
      return
    }
    const added = blocksOf(items)
    const behind = blocksOf(block.items.splice(at))
    this.#blocks = this.#blocks.slice(0, index + 1).concat(added, behind, this.#blocks.slice(index + 1))
    this.#settleAll()
    this.#last = { block: index + added.length, at: added.at(-1)?.items.length ?? at }
  }

  /** Brings the times of the blocks around a block up to date, after its own have changed. */
  #settle(index: number): void {
    const blocks = this.#blocks
    const { least, most } = blocks[index] as Block<Item>
    for (let at = index; at < blocks.length && (blocks[at] as Block<Item>).reach < most; at++)
      (blocks[at] as Block<Item>).reach = most
    for (let at = index; at >= 0 && (blocks[at] as Block<Item>).begin > least; at--)
      (blocks[at] as Block<Item>).begin = least
  }

  #settleAll(): void {
    let [reach, begin] = [-Infinity, Infinity]
    for (const block of this.#blocks) {
      reach = Math.max(reach, block.most)
      block.reach = reach
    }
    for (const block of this.#blocks.toReversed()) {
      begin = Math.min(begin, block.least)
      block.begin = begin
    }
  }

  /** All words in order. */
  all(): Item[] {
    return this.#blocks.flatMap(({ items }) => items)
  }
}

const FIRST: WordPosition = { block: 0, at: 0 }

const isSame = (item: WithWord | undefined, { word, start, end }: EditedWord): boolean =>
  item !== undefined && item.word.start === start && item.word.end === end && item.word.word === word

function blocksOf<Item extends WithWord>(items: readonly Item[]): Block<Item>[] {
  const blocks: Block<Item>[] = []
  for (let from = 0; from < items.length; from += SIZE) blocks.push(blockOf(items.slice(from, from + SIZE)))
  return blocks
}

function blockOf<Item extends WithWord>(items: Item[]): Block<Item> {
  const block = { items, least: Infinity, begin: Infinity, most: -Infinity, reach: -Infinity }
  widen(block, items)
  return block
}

function widen<Item extends WithWord>(block: Block<Item>, items: readonly Item[]): void {
  for (const { word } of items) {
    block.least = Math.min(block.least, word.start, word.end)
    block.most = Math.max(block.most, word.start, word.end)
  }
}

/** Index of the first item with a quality that all items behind it have too; their count if none has it. */
export function firstWith<Item>(items: readonly Item[], has: (item: Item) => boolean): number {
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (has(items[middle] as Item)) to = middle
    else from = middle + 1
  }
  return from
}
