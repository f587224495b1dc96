/** Control characters (C0 with line ends, DEL, C1) and Unicode's own line ends. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/u
/** Control characters but tabs and line ends, for text of several lines. A lookahead would take four times as long. */
const CONTROLS_IN_LINES = /[^\P{Cc}\t\n\r]/u
/** Characters that reverse the direction of the text after them, so that it reads as something else. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
/** Characters that move a terminal's cursor, end a line or reverse its direction. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Whether text is one line without control characters. */
export const isOneLine = (text: string): boolean => !CONTROLS.test(text)

/** Whether text has no control characters except tabs and line ends. */
export const isPlain = (text: string): boolean => !CONTROLS_IN_LINES.test(text)

/** Text without direction marks. Address books put them around names, so they are dropped, not refused. */
export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '')

/** Text as one line, with a blank for each run of control characters. */
export const asOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Text without the copies of a character at its end. A regular expression would begin at each of them. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

/** Text for a console or a log: characters that would move the cursor or forge a line become JSON escapes. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
