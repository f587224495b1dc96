/** Characters that are no text: control characters (C0 with the ends of lines, DEL, C1) and Unicode's own ends of lines. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/u
/** The same without tabs and ends of lines, for text of several lines. */
const CONTROLS_IN_LINES = /(?![\t\n\r\u2028\u2029])[\p{Cc}\u2028\u2029]/u
/** Turn the direction of what follows them round, so that it reads as something else. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
/** Whatever moves the cursor of a terminal, ends a line or turns it round. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Whether text is one line without control characters. */
export const isOneLine = (text: string): boolean => !CONTROLS.test(text)

/** Whether text holds no control characters but tabs and ends of lines. */
export const isPlain = (text: string): boolean => !CONTROLS_IN_LINES.test(text)

/** Text without what turns its direction round: address books put it around names. */
export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '')

/** Text as one line, with a blank where a control character was. */
export const asOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Text for a console or a log: what would move the cursor or forge a line is written as a JSON escape. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
