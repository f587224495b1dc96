/** A keyboard shortcut. */
export interface Key {
  /** Lower-case `event.key` values. Several if they do the same, or belong together. */
  readonly keys: readonly string[]
  /** Key that is held down with it. */
  readonly held?: 'shift' | 'alt' | 'k' | 'ctrl' | 'ctrl shift'
  /** Holding it down repeats the action. */
  readonly repeats?: true
  /** Description in the list of shortcuts. */
  readonly does: string
}

/** Shortcuts of the player. */
export const PLAYER = {
  play: { keys: [' '], does: 'Play or pause' },
  forward: { keys: ['l'], does: 'Play; again for 2, 4 and 8 times the speed' },
  stop: { keys: ['k'], does: 'Stop' },
  back: { keys: ['j'], does: 'Play backwards; again for 2, 4 and 8 times the speed' },
  step_forward: { keys: ['.'], repeats: true, does: 'Next frame' },
  step_back: { keys: [','], repeats: true, does: 'Previous frame' },
  held_forward: { keys: ['l'], held: 'k', repeats: true, does: 'Next frame' },
  held_back: { keys: ['j'], held: 'k', repeats: true, does: 'Previous frame' },
  later: { keys: ['arrowright'], repeats: true, does: 'One second on' },
  earlier: { keys: ['arrowleft'], repeats: true, does: 'One second back' },
  tenth: { keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], does: 'Go to 0 to 90 % of the video' },
  louder: { keys: ['arrowup'], repeats: true, does: 'Louder' },
  quieter: { keys: ['arrowdown'], repeats: true, does: 'Quieter' },
  mute: { keys: ['m'], does: 'Sound on or off' },
  subtitles: { keys: ['c'], does: 'Subtitles on or off' },
  fullscreen: { keys: ['f'], does: 'Full screen on or off' },
  similar: { keys: ['s'], does: 'Find similar moments' },
} as const satisfies Record<string, Key>

/** Shortcuts of the review page. */
export const REVIEW = {
  range_start: { keys: ['i'], does: 'Start the comment here' },
  range_end: { keys: ['o'], does: 'End the comment here' },
  resolve: { keys: ['e'], does: 'Resolve the comment, or open it again' },
  comment: { keys: ['enter'], held: 'shift', does: 'Send the comment' },
  draw: { keys: ['d'], does: 'Draw on the picture' },
} as const satisfies Record<string, Key>

/** Shortcuts of a video with several versions. */
export const VERSIONS = {
  versions: { keys: ['v'], does: 'List of versions' },
  older_version: { keys: ['['], does: 'Version before, same time' },
  newer_version: { keys: [']'], does: 'Version after, same time' },
} as const satisfies Record<string, Key>

/** Shortcuts of the transcript's search field. */
export const TRANSCRIPT = {
  next_match: { keys: ['enter'], does: 'Next match' },
  previous_match: { keys: ['enter'], held: 'shift', does: 'Previous match' },
} as const satisfies Record<string, Key>

/** Shortcuts of a collection's videos. */
export const COLLECTION = {
  select_range: { keys: [' '], held: 'shift', does: 'On a checkbox: select all up to it' },
  deselect: { keys: ['escape'], does: 'Clear the selection' },
} as const satisfies Record<string, Key>

export const ANYWHERE = { help: { keys: ['?'], does: 'This list' } } as const satisfies Record<string, Key>

/** The shortcuts of whole pages. Those of drawing and comparing have tables that load with them. */
export const KEYS = {
  ...PLAYER,
  ...REVIEW,
  ...VERSIONS,
  ...TRANSCRIPT,
  ...COLLECTION,
  ...ANYWHERE,
} as const
export type KeyName = keyof typeof KEYS
export type PlayerKey = keyof typeof PLAYER

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  /** Absent in events that tests and other programs make up. */
  getModifierState?: KeyboardEvent['getModifierState']
}

/**
 * Whether an event is a certain shortcut. Shift counts only if the table asks for it, because some keyboards need it to
 * type a sign.
 */
export const isKey = (name: KeyName, event: Pressed): boolean => isPressed(KEYS[name], event)

/** The same for an entry of any table. */
export function isPressed({ held, keys }: Key, event: Pressed): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  // AltGr types some signs; Windows reports it as Control and Alt.
  if (!held && /^[[\]]$/.test(key) && event.getModifierState?.('AltGraph')) return keys.includes(key)
  const ctrl = held === 'ctrl' || held === 'ctrl shift'
  if (altKey !== (held === 'alt') || (ctrlKey || metaKey) !== ctrl) return false
  if ((held === 'shift' || held === 'ctrl shift') && !shiftKey) return false
  if (held === 'ctrl' && shiftKey) return false
  return keys.includes(key.toLowerCase())
}

/** The player's shortcut for an event, or null. @param k whether K is held down */
export function playerKey(event: Pressed, k: boolean): PlayerKey | null {
  const names = (Object.keys(PLAYER) as PlayerKey[]).filter((name) => isKey(name, event))
  const heldWith = (name: PlayerKey) => (KEYS[name] as Key).held === 'k'
  return names.find((name) => heldWith(name) === k) ?? names.find((name) => !heldWith(name)) ?? null
}

const TYPING =
  'input:not([type="range"]):not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Whether a person types into the element. */
export const takesLetters = (target: Element): boolean => target.closest(TYPING) !== null
