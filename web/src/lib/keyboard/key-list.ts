import { COMPARISON } from './comparison-keys.ts'
import { ANYWHERE, COLLECTION, type Key, PLAYER, REVIEW, TRANSCRIPT, VERSIONS } from './keys.ts'

/** Shortcuts while somebody draws on the picture. On a Mac, Cmd is as good as Ctrl. */
export const DRAWING = {
  pen: { keys: ['p'], does: 'Pen' },
  arrow: { keys: ['a'], does: 'Arrow' },
  rect: { keys: ['r'], does: 'Rectangle' },
  ellipse: { keys: ['o'], does: 'Ellipse' },
  text: { keys: ['t'], does: 'Text' },
  colour: { keys: ['1', '2', '3', '4', '5', '6'], does: 'Yellow, red, blue, green, white, black' },
  thinner: { keys: ['-'], does: 'Thinner, or smaller letters' },
  thicker: { keys: ['+'], does: 'Thicker, or larger letters' },
  move: { keys: ['arrowleft', 'arrowright', 'arrowup', 'arrowdown'], does: 'Move the crosshair by 1 %' },
  move_far: {
    keys: ['arrowleft', 'arrowright', 'arrowup', 'arrowdown'],
    held: 'shift',
    does: 'Move the crosshair by 10 %',
  },
  point: { keys: [' '], does: 'Set a point at the crosshair' },
  end: { keys: ['enter'], does: 'End a line of the pen' },
  undo: { keys: ['z'], held: 'ctrl', does: 'Undo' },
  redo: { keys: ['z'], held: 'ctrl shift', does: 'Redo' },
  delete: { keys: ['delete', 'backspace'], does: 'Delete the last shape' },
  leave: { keys: ['escape'], does: 'Stop drawing; the drawing stays with the comment' },
} as const satisfies Record<string, Key>

/** Every shortcut of the product under the heading of its list. */
export const KEY_GROUPS: readonly { readonly title: string; readonly keys: readonly Key[] }[] = [
  { title: 'Video', keys: Object.values(PLAYER) },
  { title: 'Comments', keys: Object.values(REVIEW) },
  { title: 'Drawing', keys: Object.values(DRAWING) },
  { title: 'Versions', keys: Object.values(VERSIONS) },
  { title: 'Comparison of two versions', keys: Object.values(COMPARISON) },
  { title: 'Search in the transcript', keys: Object.values(TRANSCRIPT) },
  { title: 'Videos of a collection', keys: Object.values(COLLECTION) },
  { title: 'Anywhere', keys: Object.values(ANYWHERE) },
]

const SIGNS: Readonly<Record<string, string>> = {
  ' ': 'Space',
  enter: 'Enter',
  escape: 'Esc',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  delete: 'Delete',
  backspace: 'Backspace',
}
const HELD: Readonly<Record<string, string>> = { shift: 'Shift', alt: 'Alt', ctrl: 'Ctrl' }
const signOf = (key: string): string => SIGNS[key] ?? key.toUpperCase()

/** Labels of the keys to press together, in order. */
export function keySigns({ keys, held }: Key): string[] {
  const [first = '', last = first] = [keys[0], keys.at(-1)].map((key) => signOf(key ?? ''))
  const sign = first === last ? first : `${first} – ${last}`
  const signs = held === 'k' ? [signOf(held)] : (held?.split(' ') ?? []).map((name) => HELD[name] ?? name)
  return [...signs, sign]
}
