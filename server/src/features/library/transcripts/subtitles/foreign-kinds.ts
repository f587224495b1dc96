const EXPECTED = 'Send an SRT or a WebVTT file.'
const NOTHING = `No subtitle was found. ${EXPECTED} It has lines such as 00:00:01,000 --> 00:00:02,500, each with a text below.`

/** The beginnings of other kinds of files, and what they are. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\{\d+\}\{\d*\}/, 'a MicroDVD file'],
  [/^\[\d+\]\[\d*\]/, 'an MPL2 file'],
  [/^\[script info\]/i, 'an ASS or SSA file'],
  [/^(?:\[information\]|\d{2}:\d{2}:\d{2}[.:]\d{2},\d{2}:\d{2}:\d{2}[.:]\d{2})/i, 'a SubViewer file'],
  [/^<sami/i, 'a SAMI file'],
  [/^(?:<!doctype html|<html)/i, 'a web page'],
  [/^(?:<\?xml|<tt\b)/i, 'an XML file'],
  [/^(?:%pdf|\{\\rtf)/i, 'a document'],
]

/** Characters that are looked at for a kind. */
const HEAD = 2_000

/** Says what a text without subtitles of SRT or WebVTT is, in a sentence with what is expected. */
export function foreignKind(text: string): string {
  const head = text.slice(0, HEAD).replaceAll('\ufeff', '').trim()
  if (head === '') return `The file is empty. ${EXPECTED}`
  const kind = KINDS.find(([beginning]) => beginning.test(head))?.[1]
  if (kind) return `This is ${kind}. ${EXPECTED}`
  // A decoder puts this character in place of bytes that are not text.
  const strange = [...head].filter((letter) => letter === '\ufffd' || letter === '\0').length
  return strange * 20 > head.length ? `This is not a text file. ${EXPECTED}` : NOTHING
}
