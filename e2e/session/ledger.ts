import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import type { Sight } from './seen.ts'

interface Entry {
  /** Null for a reply. */
  readonly number: string | null
  readonly team: boolean
  readonly texts: Set<string>
  text: string
  /** Deletions without an undo. Answers to two people may come in another order than the server wrote them. */
  deletions: number
}

/** What the answers to all acts said: which numbers were given, and which texts nobody may see any more. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()

  written({ id, number, visibility, content }: Comment): void {
    const team = visibility === 'team'
    this.#entries.set(id, { number: number ?? null, team, texts: new Set([content]), text: content, deletions: 0 })
  }

  changed(id: string, text: string): void {
    const entry = this.#entries.get(id)
    entry?.texts.add(text)
    if (entry) entry.text = text
  }

  deleted(id: string): void {
    const entry = this.#entries.get(id)
    if (entry) entry.deletions += 1
  }

  restored(id: string): void {
    const entry = this.#entries.get(id)
    if (entry) entry.deletions -= 1
  }

  /** Texts that were deleted or replaced; and those of the team, for guests. */
  #hidden(member: boolean): string[] {
    return [...this.#entries.values()].flatMap(({ texts, text, deletions, team }) =>
      [...texts].filter((one) => deletions > 0 || one !== text || (team && !member)),
    )
  }

  /** Texts of the team in what a guest got. */
  teamLeaks(who: string, got: string): string[] {
    return [...this.#entries.values()]
      .flatMap(({ team, texts }) => (team ? [...texts] : []))
      .filter((text) => got.includes(text))
      .map((text) => `${who} gets the team's text '${text}'.`)
  }

  /** Hidden texts in what somebody got. */
  leaks(who: string, member: boolean, got: string): string[] {
    return this.#hidden(member)
      .filter((text) => got.includes(text))
      .map((text) => `${who} gets the hidden text '${text}'.`)
  }

  /** Where the list of a member is not what the answers said. */
  differences(who: string, sight: Sight): string[] {
    return sight.flatMap(({ id, number, text, deleted, team }) => {
      const entry = this.#entries.get(id)
      if (!entry) return [`${who} sees '${text}', which nobody wrote.`]
      const gone = entry.deletions > 0
      const expected = { number: entry.number ?? '', text: gone ? '' : entry.text, team: entry.team, deleted: gone }
      const [seen, written] = [JSON.stringify({ number, text, team, deleted }), JSON.stringify(expected)]
      return seen === written ? [] : [`${who} sees ${seen}, and the answers to all acts say ${written}.`]
    })
  }

  /** Gaps and doubles in the two series of numbers: each counts every root of it once, from 1. */
  series(): string[] {
    return [false, true].flatMap((team) => {
      const given = [...this.#entries.values()]
        .filter((entry) => entry.team === team && entry.number !== null)
        .map(({ number }) => number ?? '')
      const expected = given.map((_, place) => `${team ? 'T' : ''}${place + 1}`)
      const same = given.toSorted().join() === expected.toSorted().join()
      return same ? [] : [`${team ? 'Team-only' : 'Public'} numbers are not 1 to ${given.length}: ${given.join(' ')}.`]
    })
  }

  /** Comments that nobody sees, though they were not deleted. @param among ids that somebody sees, of all versions */
  missing(among: ReadonlySet<string>): string[] {
    return [...this.#entries]
      .filter(([id, { deletions }]) => deletions === 0 && !among.has(id))
      .map(([, { number, text }]) => `Nobody sees ${number ?? 'the reply'} '${text}'.`)
  }

  get size(): number {
    return this.#entries.size
  }
}
