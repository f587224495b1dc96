import type { ReferenceKind } from '../ranking/hit.ts'

/** Minimum score (0 to 1) for calling a picture similar; below it is only the closest one. */
const LIKE = 0.5
const NAMES: Record<ReferenceKind, string> = {
  text: 'what you asked for',
  picture: 'the picture',
  frame: 'the frame',
  part: 'the part',
}

/** The reason for a picture's match, in words that claim no more than its score. @param to kind of the reference */
export const likeness = (score: number, to: ReferenceKind): string =>
  `${score >= LIKE ? 'Looks' : 'A little'} like ${NAMES[to]}`

/** The reason for a match that surely shows the same picture, or a part of it. */
export const SAME_PICTURE = 'The same picture'
