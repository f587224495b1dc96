import type { ListedKey } from './keys.ts'

/** Shortcuts of the comparison of two versions, beside the player's. */
export const COMPARISON = {
  side_by_side: { keys: ['s'], does: 'Side by side' },
  wipe: { keys: ['w'], does: 'Wipe' },
  difference: { keys: ['x'], does: 'Difference' },
  flip: { keys: ['q'], does: 'Hold: the other version in its place' },
  sound: { keys: ['a'], does: 'Sound of the other version' },
  offset_later: { keys: ['arrowright'], held: 'alt', repeats: true, does: 'Other version one frame later' },
  offset_earlier: { keys: ['arrowleft'], held: 'alt', repeats: true, does: 'Other version one frame earlier' },
} as const satisfies Record<string, ListedKey>
