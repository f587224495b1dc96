import type { MentionedPerson } from '@footnote/contract/nouns/review/comments.ts'
import { readSession } from '../../../../../lib/session.ts'

/** Each account of a tab has people of its own. They outlive a reload of the page, as drafts do. */
const key = (): string => `footnote.people.${readSession()?.user_id}`

function readPicked(): readonly MentionedPerson[] {
  try {
    return JSON.parse(sessionStorage.getItem(key()) ?? '[]')
  } catch {
    return []
  }
}

/** Keeps people whom a text may mention: those that somebody picked, and those of a comment that is edited. */
export function rememberPeople(people: readonly MentionedPerson[]): void {
  const others = readPicked().filter(({ name }) => !people.some((one) => one.name === name))
  try {
    sessionStorage.setItem(
      key(),
      JSON.stringify([...others, ...people.map(({ user_id, name }) => ({ user_id, name }))]),
    )
  } catch {
    // If storage is full, the names stay text.
  }
}

/** Whether a text has `@` and the name, and no longer name there. */
const has = (text: string, name: string): boolean =>
  text.split(`@${name}`).some((after, place) => place > 0 && !/^[\p{L}\p{N}]/u.test(after))

/** Ids of the known people whom a text mentions; undefined if none are known. */
export function mentionsIn(text: string): string[] | undefined {
  const known = readPicked().toSorted((one, other) => other.name.length - one.name.length)
  if (known.length === 0) return undefined
  let left = text
  return known.flatMap(({ user_id, name }) => {
    if (!has(left, name)) return []
    // A shorter name may be the beginning of this one.
    left = left.replaceAll(`@${name}`, '')
    return [user_id]
  })
}
