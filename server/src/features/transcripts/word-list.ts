import type { EditedWord } from '../../platform/db/schema.ts'

/** Words of a block at first. It is divided when it has twice as many. */
const SIZE = 256

/** Neighbouring words. */
interface Block<Item> {
  items: Item[]
  /** Seconds. No word of the block begins earlier or ends later. */
  least: number
  most: number
  next: Block<Item> | null
  previous: Block<Item> | null
}

/** A word in a list. */
interface WithWord {
  readonly word: EditedWord
}

/** A place between words: before the word of a block with this index, or behind the block's last word. */
export interface Place<Item extends WithWord> {
  readonly block: Block<Item>
  readonly at: number
}

/**
 * Words in order, in blocks that know their times. So an edit of a long transcript finds its words without looking at
 * all of them, and moves few.
 */
export class WordList<Item extends WithWord> {
  readonly #first: Block<Item>
  /** Behind the words that were inserted last. */
  #last: Place<Item>

  constructor(items: readonly Item[]) {
    this.#first = blockOf(items.slice(0, SIZE))
    addBlocks(this.#first, items.slice(SIZE))
    this.#last = { block: this.#first, at: 0 }
  }

  /** Makes the next search begin at the first word, and not behind the words that were inserted last. */
  rewind(): void {
    this.#last = { block: this.#first, at: 0 }
  }

  /**
   * Finds words that follow each other: the next ones, or else the first ones of the list.
   * @returns a place for each; null if they are not there, and when no word is given
   */
  find(words: readonly EditedWord[]): Place<Item>[] | null {
    return this.#findFrom(this.#last, words) ?? this.#findFrom({ block: this.#first, at: 0 }, words)
  }

  #findFrom(place: Place<Item>, words: readonly EditedWord[]): Place<Item>[] | null {
    const [wanted] = words
    if (!wanted) return null
    let from = place.at
    for (let block: Block<Item> | null = place.block; block; block = block.next) {
      if (block.least <= wanted.start && block.most >= wanted.end)
        for (let at = from; at < block.items.length; at++) {
          const found = isSame(block.items[at], wanted) ? placesOf({ block, at }, words) : null
          if (found) return found
        }
      from = 0
    }
    return null
  }

  /**
   * Finds words by a condition.
   * @param interval seconds that the words touch
   */
  filter(
    { from, to }: { readonly from: number; readonly to: number },
    holds: (word: EditedWord) => boolean,
  ): Place<Item>[] {
    const places: Place<Item>[] = []
    for (let block: Block<Item> | null = this.#first; block; block = block.next)
      if (block.least <= to && block.most >= from)
        for (const [at, { word }] of block.items.entries()) if (holds(word)) places.push({ block, at })
    return places
  }

  /** The place before the first word whose middle is later than a time in seconds, or behind all words. */
  placeAt(seconds: number): Place<Item> {
    let last = this.#first
    for (let block: Block<Item> | null = this.#first; block; block = block.next) {
      const later = block.most > seconds ? block.items.findIndex(({ word }) => middleOf(word) > seconds) : -1
      if (later >= 0) return { block, at: later }
      last = block
    }
    return { block: last, at: last.items.length }
  }

  /** The words on both sides of a place. */
  beside({ block, at }: Place<Item>): { readonly previous: Item | undefined; readonly next: Item | undefined } {
    let [previous, next] = [block.items[at - 1], block.items[at]]
    for (let left = block.previous; left && !previous; left = left.previous) previous = left.items.at(-1)
    for (let right = block.next; right && !next; right = right.next) next = right.items[0]
    return { previous, next }
  }

  /** Takes words out. The first place stays one. @param places of words, in order */
  remove(places: readonly Place<Item>[]): Item[] {
    // From the last one, so that the other indexes stay the same.
    const removed = places.toReversed().flatMap(({ block, at }) => block.items.splice(at, 1))
    return removed.reverse()
  }

  insert({ block, at }: Place<Item>, items: readonly Item[]): void {
    if (block.items.length + items.length <= 2 * SIZE) {
      block.items = block.items.slice(0, at).concat(items, block.items.slice(at))
      widen(block, items)
      this.#last = { block, at: at + items.length }
      return
    }
    const behind = block.items.splice(at)
    const last = addBlocks(block, items)
    this.#last = { block: last, at: last === block ? at : last.items.length }
    addBlocks(last, behind)
  }

  /** All words in order. */
  all(): Item[] {
    const blocks: Item[][] = []
    for (let block: Block<Item> | null = this.#first; block; block = block.next) blocks.push(block.items)
    return blocks.flat()
  }
}

const middleOf = ({ start, end }: EditedWord): number => (start + end) / 2

const isSame = (item: WithWord | undefined, { word, start, end }: EditedWord): boolean =>
  item !== undefined && item.word.start === start && item.word.end === end && item.word.word === word

/** The places of words that follow each other, if these are the words from a place on. */
function placesOf<Item extends WithWord>({ block, at }: Place<Item>, words: readonly EditedWord[]) {
  const places: Place<Item>[] = []
  let here: Block<Item> | null = block
  let index = at
  for (const word of words) {
    while (here && index >= here.items.length) {
      here = here.next
      index = 0
    }
    if (!here || !isSame(here.items[index], word)) return null
    places.push({ block: here, at: index })
    index++
  }
  return places
}

/** Adds blocks of words behind a block. @returns the last one, or the block if there are no words */
function addBlocks<Item extends WithWord>(block: Block<Item>, items: readonly Item[]): Block<Item> {
  let last = block
  for (let from = 0; from < items.length; from += SIZE) {
    const added = blockOf(items.slice(from, from + SIZE))
    added.previous = last
    added.next = last.next
    if (last.next) last.next.previous = added
    last.next = added
    last = added
  }
  return last
}

function blockOf<Item extends WithWord>(items: Item[]): Block<Item> {
  const block: Block<Item> = { items, least: Infinity, most: -Infinity, next: null, previous: null }
  widen(block, items)
  return block
}

function widen<Item extends WithWord>(block: Block<Item>, items: readonly Item[]): void {
  for (const { word } of items) {
    block.least = Math.min(block.least, word.start, word.end)
    block.most = Math.max(block.most, word.start, word.end)
  }
}
