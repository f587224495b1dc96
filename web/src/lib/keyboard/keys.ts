/** A keyboard shortcut. */
export interface Key {
  /** Lower-case `event.key` values. Several if they do the same, or belong together. */
  readonly keys: readonly string[]
  /** Key that is held down with it. */
  readonly held?: 'shift' | 'alt' | 'k' | 'ctrl' | 'ctrl shift'
  /** Holding it down repeats the action. */
  readonly repeats?: true
}

/** A shortcut with its description in the list. */
export interface ListedKey extends Key {
  readonly does: string
}

/** Shortcuts of the player. */
export const PLAYER = {
  play: { keys: [' '] },
  forward: { keys: ['l'] },
  stop: { keys: ['k'] },
  back: { keys: ['j'] },
  step_forward: { keys: ['.'], repeats: true },
  step_back: { keys: [','], repeats: true },
  held_forward: { keys: ['l'], held: 'k', repeats: true },
  held_back: { keys: ['j'], held: 'k', repeats: true },
  later: { keys: ['arrowright'], repeats: true },
  earlier: { keys: ['arrowleft'], repeats: true },
  tenth: { keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] },
  louder: { keys: ['arrowup'], repeats: true },
  quieter: { keys: ['arrowdown'], repeats: true },
  mute: { keys: ['m'] },
  subtitles: { keys: ['c'] },
  fullscreen: { keys: ['f'] },
  similar: { keys: ['s'] },
  part: { keys: ['b'] },
  save_frame: { keys: ['p'] },
} as const satisfies Record<string, Key>

/** Shortcuts of the player that shows a match of a search. There, P does not save the frame. */
export const MATCHES = {
  previous_in_video: { keys: ['p'] },
  next_in_video: { keys: ['n'] },
} as const satisfies Record<string, Key>

/** Shortcuts of the review page. */
export const REVIEW = {
  range_start: { keys: ['i'] },
  range_end: { keys: ['o'] },
  resolve: { keys: ['e'] },
  write: { keys: ['n'] },
  comment: { keys: ['enter'], held: 'shift' },
  draw: { keys: ['d'] },
  approvals: { keys: ['a'] },
} as const satisfies Record<string, Key>

/** Shortcuts of a video with several versions. */
export const VERSIONS = {
  versions: { keys: ['v'] },
  older_version: { keys: ['['] },
  newer_version: { keys: [']'] },
} as const satisfies Record<string, Key>

/** Shortcuts of the transcript's search field. */
export const TRANSCRIPT = {
  next_match: { keys: ['enter'] },
  previous_match: { keys: ['enter'], held: 'shift' },
} as const satisfies Record<string, Key>

/** Shortcuts of a collection's videos. */
export const COLLECTION = {
  select_range: { keys: [' '], held: 'shift' },
  deselect: { keys: ['escape'] },
} as const satisfies Record<string, Key>

/** Shortcuts of the results of a search. */
export const RESULTS = {
  select_match: { keys: ['x'] },
  select_matches: { keys: ['x'], held: 'shift' },
} as const satisfies Record<string, Key>

export const ANYWHERE = { help: { keys: ['?'] } } as const satisfies Record<string, Key>

/**
 * The shortcuts of whole pages; `key-list.ts` describes them. Those of drawing and comparing have tables that load with
 * them.
 */
export const KEYS = {
  ...MATCHES,
  ...PLAYER,
  ...REVIEW,
  ...VERSIONS,
  ...TRANSCRIPT,
  ...COLLECTION,
  ...RESULTS,
  ...ANYWHERE,
} as const
export type KeyName = keyof typeof KEYS
export type PlayerKey = keyof typeof PLAYER | keyof typeof MATCHES

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  /** Absent in events that tests and other programs make up. */
  getModifierState?: KeyboardEvent['getModifierState']
}

/**
 * Whether an event is a certain shortcut. Shift counts only if the table asks for it, because some keyboards need it to
 * type a sign.
 */
export const isKey = (name: KeyName, event: KeyPress): boolean => isPressed(KEYS[name], event)

/** The same for an entry of any table. */
export function isPressed({ held, keys }: Key, event: KeyPress): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  // AltGr types some signs; Windows reports it as Control and Alt.
  if (!held && /^[[\]]$/.test(key) && event.getModifierState?.('AltGraph')) return keys.includes(key)
  const ctrl = held === 'ctrl' || held === 'ctrl shift'
  if (altKey !== (held === 'alt') || (ctrlKey || metaKey) !== ctrl) return false
  if ((held === 'shift' || held === 'ctrl shift') && !shiftKey) return false
  if (held === 'ctrl' && shiftKey) return false
  return keys.includes(key.toLowerCase())
}

/**
 * The player's shortcut for an event, or null.
 * @param k whether K is held down
 * @param offers whether this player has what a shortcut does
 */
export function playerKey(event: KeyPress, k: boolean, offers: (name: PlayerKey) => boolean): PlayerKey | null {
  const names = (Object.keys({ ...MATCHES, ...PLAYER }) as PlayerKey[]).filter(
    (name) => isKey(name, event) && offers(name),
  )
  const heldWith = (name: PlayerKey) => (KEYS[name] as Key).held === 'k'
  return names.find((name) => heldWith(name) === k) ?? names.find((name) => !heldWith(name)) ?? null
}

const TYPING =
  'input:not([type="range"]):not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Whether a person types into the element. */
export const takesLetters = (target: Element): boolean => target.closest(TYPING) !== null
