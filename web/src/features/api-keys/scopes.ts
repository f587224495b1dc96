import type { KeyScope } from '@footnote/contract/nouns/api-keys.ts'

/** What a key may do, in words. */
export const SCOPES: readonly { scope: KeyScope; words: string }[] = [
  { scope: 'read', words: 'search, list and watch what you may see' },
  { scope: 'write', words: 'upload, change and delete' },
]
