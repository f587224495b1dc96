/** What XML 1.0 does not allow, even as a reference (section 2.2), lone surrogates included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text for the content of an XML element. Characters that XML forbids become U+FFFD. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\uFFFD')
    .replaceAll(/[&<>"\r]/g, (sign) => ENTITIES[sign] ?? sign)

/** Text for an attribute in double quotes: line breaks are kept, too. */
export const xmlAttribute = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\uFFFD')
    .replaceAll(/[&<>"\t\n\r]/g, (sign) => ENTITIES[sign] ?? sign)
