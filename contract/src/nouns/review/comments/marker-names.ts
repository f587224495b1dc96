/** How Footnote names its markers in the files of editing programs, and knows them again. Pure. */

/** Numbers of comments before other words; those of team-only comments begin with a T. */
const NUMBERED = /^(T?\d{1,6}(?:, T?\d{1,6})*) (\S.*)$/s

/** For example `1, T2 Ana Ruiz`. */
export const markerName = (numbers: readonly string[], words: string): string => `${numbers.join(', ')} ${words}`

/** What `markerName` was made of; null if the name is not one of ours. */
export function readMarkerName(name: string): { readonly numbers: readonly string[]; readonly words: string } | null {
  const [, numbers, words] = NUMBERED.exec(name) ?? []
  return numbers !== undefined && words !== undefined ? { numbers: numbers.split(', '), words } : null
}

/** Words between an author and what the author wrote. */
export const SAYS = ': '

/** Colours of markers, in small letters. */
export const MARKER_COLOURS = { open: 'blue', resolved: 'green' } as const
