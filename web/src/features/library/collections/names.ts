import type { Collection } from '@footnote/contract/nouns/library/collections.ts'

/** A second collection with a name is allowed, but seldom meant. */
export const TAKEN = 'A collection already has this name.'

/** Whether a collection has a name, whatever its capitals. */
export const isTaken = (name: string, collections: readonly Pick<Collection, 'name'>[] | undefined): boolean => {
  const typed = name.trim().toLowerCase()
  return typed !== '' && (collections ?? []).some((other) => other.name.toLowerCase() === typed)
}
