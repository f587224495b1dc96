import { ADDING_KEYS } from './adding-keys.ts'
import { COMPARISON } from './comparison-keys.ts'
import {
  ANYWHERE,
  COLLECTION,
  type Key,
  type KeyName,
  type ListedKey,
  MATCHES,
  PLAYER,
  RESULTS,
  REVIEW,
  TRANSCRIPT,
  VERSIONS,
} from './keys.ts'
import { PART_KEYS } from './part-keys.ts'
import { SELECTS_KEYS } from './selects-keys.ts'
import { TRIMMING_KEYS } from './trimming-keys.ts'

/** What the shortcuts of whole pages do. Every page loads their keys, and only the list these words. */
const DOES: Readonly<Record<KeyName, string>> = {
  play: 'Play or pause',
  forward: 'Play; again for 2, 4 and 8 times the speed',
  stop: 'Stop',
  back: 'Play backwards; again for 2, 4 and 8 times the speed',
  step_forward: 'Next frame',
  step_back: 'Previous frame',
  held_forward: 'Next frame',
  held_back: 'Previous frame',
  later: 'One second on',
  earlier: 'One second back',
  tenth: 'Go to 0 to 90 % of the video',
  louder: 'Louder',
  quieter: 'Quieter',
  mute: 'Sound on or off',
  subtitles: 'Subtitles on or off',
  fullscreen: 'Full screen on or off',
  similar: 'Find similar moments',
  part: 'Search for a part of the frame',
  save_frame: 'Save this frame as a picture, except in results of a search',
  previous_in_video: 'In the player: previous match in this video',
  next_in_video: 'In the player: next match in this video',
  range_start: 'Start the comment here',
  range_end: 'End the comment here',
  resolve: 'Resolve the comment, or open it again',
  write: 'Write a comment',
  comment: 'Send the comment',
  draw: 'Draw on the picture',
  approvals: 'Approvals',
  versions: 'List of versions',
  older_version: 'Version before, same time',
  newer_version: 'Version after, same time',
  next_match: 'Next match',
  previous_match: 'Previous match',
  select_match: 'Select the match with the focus, under the pointer or in the player',
  select_matches: 'Select all matches up to it',
  select_range: 'On a checkbox: select all up to it',
  deselect: 'Clear the selection',
  help: 'This list',
}

const listed = (table: Readonly<Record<string, Key>>): ListedKey[] =>
  Object.entries(table).map(([name, key]) => ({ ...key, does: DOES[name as KeyName] }))

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
} as const satisfies Record<string, ListedKey>

/** Shortcuts of the transcript's words, and of the paragraph or the line that somebody types. */
export const TRANSCRIPT_EDITING = {
  edit: { keys: ['f2'], does: 'On a word: edit its paragraph' },
  save: { keys: ['enter'], does: 'In the paragraph, or the line that you type: save' },
  give_up: { keys: ['escape'], does: 'In the paragraph, or the line that you type: give up' },
  undo: { keys: ['z'], held: 'ctrl', does: 'On a word: undo your last change' },
  select: { keys: ['arrowleft', 'arrowright'], held: 'shift', does: 'On a word: select it, to quote or comment' },
} as const satisfies Record<string, ListedKey>

/** Every shortcut of the product under the heading of its list. */
export const KEY_GROUPS: readonly { readonly title: string; readonly keys: readonly ListedKey[] }[] = [
  { title: 'Video', keys: listed(PLAYER) },
  { title: 'Part of the frame', keys: Object.values(PART_KEYS) },
  { title: 'Comments', keys: listed(REVIEW) },
  { title: 'Drawing', keys: Object.values(DRAWING) },
  { title: 'Versions', keys: listed(VERSIONS) },
  { title: 'Comparison of two versions', keys: Object.values(COMPARISON) },
  { title: 'Selects', keys: [...Object.values(ADDING_KEYS), ...Object.values(SELECTS_KEYS)] },
  { title: 'Transcript', keys: Object.values(TRANSCRIPT_EDITING) },
  { title: 'Search in the transcript', keys: listed(TRANSCRIPT) },
  { title: 'Results of a search', keys: [...listed(MATCHES), ...listed(RESULTS), ...Object.values(TRIMMING_KEYS)] },
  { title: 'Videos of a collection, results of a search', keys: listed(COLLECTION) },
  { title: 'Anywhere', keys: listed(ANYWHERE) },
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
