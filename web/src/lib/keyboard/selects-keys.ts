import type { ListedKey } from './keys.ts'

/** Shortcuts of selects, beside the player's. */
export const SELECTS_KEYS = {
  in: { keys: ['i'], does: 'Begin the piece at this frame' },
  out: { keys: ['o'], does: 'End the piece with this frame' },
  edit: { keys: ['e'], does: 'Edit the piece, with 10 s around it' },
  done: { keys: ['escape'], does: 'Stop editing' },
  earlier: { keys: ['arrowup'], held: 'alt', repeats: true, does: 'Move the piece up' },
  later: { keys: ['arrowdown'], held: 'alt', repeats: true, does: 'Move the piece down' },
  remove: { keys: ['delete', 'backspace'], does: 'Remove the piece' },
  undo: { keys: ['z'], held: 'ctrl', repeats: true, does: 'Undo' },
  redo: { keys: ['z'], held: 'ctrl shift', repeats: true, does: 'Redo' },
} as const satisfies Record<string, ListedKey>
