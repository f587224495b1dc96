import type { ListedKey } from './keys.ts'

/** Shortcuts of a match in the player. */
export const TRIMMING_KEYS = {
  start: { keys: ['i'], does: 'In the player: begin the clip with this frame' },
  end: { keys: ['o'], does: 'In the player: end the clip with this frame' },
} as const satisfies Record<string, ListedKey>
