import type { Collection } from '@footnote/contract/nouns/library/collections.ts'

/**
 * The collection that a search starts with: the first that is not expired and has videos, otherwise the first that is
 * not expired, otherwise the first.
 */
export const preselect = (list: readonly Collection[]): Collection | undefined =>
  list.find((collection) => !collection.expired && collection.num_videos > 0) ??
  list.find((collection) => !collection.expired) ??
  list[0]
