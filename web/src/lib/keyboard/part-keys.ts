import type { ListedKey } from './keys.ts'

/** Shortcuts while a person draws a box on the frame to search for that part. */
export const PART_KEYS = {
  move: { keys: ['arrowleft', 'arrowright', 'arrowup', 'arrowdown'], repeats: true, does: 'Move the box' },
  size: {
    keys: ['arrowleft', 'arrowright', 'arrowup', 'arrowdown'],
    held: 'shift',
    repeats: true,
    does: 'Resize the box',
  },
  search: { keys: ['enter'], does: 'Search for this part' },
  leave: { keys: ['escape'], does: 'Remove the box' },
} as const satisfies Record<string, ListedKey>
