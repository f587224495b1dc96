import type { ListedKey } from './keys.ts'

/** Shortcut beside a player. It has a table of its own, so that pages without a player do not load it. */
export const ADDING_KEYS = {
  add: { keys: ['g'], does: 'Beside a video: add the frame, the marked range or the clip to selects' },
} as const satisfies Record<string, ListedKey>
