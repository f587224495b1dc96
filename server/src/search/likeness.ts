/** From this score on (0 to 1) something is called like what was asked for; below, it is only the nearest that there is. */
const LIKE = 0.5

/** Why a picture was found, in words that claim no more than its score. @param by what was asked with */
export const likeness = (score: number, by: 'text' | 'picture'): string =>
  `${score >= LIKE ? 'Looks' : 'A little'} like ${by === 'text' ? 'what you asked for' : 'the picture'}`
