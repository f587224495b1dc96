/** What pictures are compared with. */
export type Likened = 'text' | 'picture' | 'frame'

/** From this score on (0 to 1) something is called like what was asked for; below, it is only the nearest that there is. */
const LIKE = 0.5
const NAMES: Record<Likened, string> = { text: 'what you asked for', picture: 'the picture', frame: 'the frame' }

/** Why a picture was found, in words that claim no more than its score. @param to what was asked with */
export const likeness = (score: number, to: Likened): string =>
  `${score >= LIKE ? 'Looks' : 'A little'} like ${NAMES[to]}`
