const RIGHT_TO_LEFT = /^[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]$/u

/** Whether a text is read from right to left, by its first letter (Unicode Standard Annex 9, rule P2). */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '')

/** Marks around a text of the other direction: what is before and after it keeps its place (UAX 9, FSI and PDI). */
const [ISOLATE, POP] = ['\u2068', '\u2069']

/** A text for a line that is read from left to right. One that is read from right to left is set apart from the rest. */
export const isolated = (text: string): string => (isRightToLeft(text) ? `${ISOLATE}${text}${POP}` : text)
