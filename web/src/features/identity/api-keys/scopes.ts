import type { KeyScope } from '@footnote/contract/nouns/identity/api-keys.ts'

/** Scopes of a key in words. */
export const SCOPES: readonly { scope: KeyScope; words: string }[] = [
  { scope: 'read', words: 'search, list and watch what you may see' },
  { scope: 'write', words: 'upload, change and delete' },
]
