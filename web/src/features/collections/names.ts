import type { Collection } from '@footnote/contract/nouns/collections.ts'

/** A second collection with a name is allowed, but seldom meant. */
export const TAKEN = 'There is a collection with this name already.'

/** Whether a collection has a name, whatever its capitals. */
export const isTaken = (name: string, collections: readonly Pick<Collection, 'name'>[] | undefined): boolean => {
  const typed = name.trim().toLowerCase()
  return typed !== '' && (collections ?? []).some((other) => other.name.toLowerCase() === typed)
}
