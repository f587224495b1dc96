const ASCII = /^[\x20-\x7e\n]*$/
/** Accents of Latin and Greek letters; in other scripts such marks make other letters. */
const ACCENTS = /(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036f]+/gu
/**
 * What is mostly omitted: marks that compose no letter (stress in Cyrillic), hyphens that only show where a word may
 * break, vowel points of Arabic and Hebrew, and the stroke that only lengthens a word.
 */
const OMITTED = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u00ad]/g

/**
 * Letters and signs that Unicode decomposes into no others, each with what people type for it. Source: the transform
 * Latin-ASCII of the Unicode CLDR, which PostgreSQL's `unaccent` follows; to it are added the letters of Azerbaijani, Ewe
 * and Akan, signs for hyphens and apostrophes, ς and ё.
 */
const REPLACED: ReadonlyMap<string, string> = new Map(
  `æae œoe ßss þth øo đd ðd łl ıi ħh ŧt ŋn ĸq ƀb ɓb ƃb ƈc ɖd ɗd ƌd ɛe ƒf ɠg ƕhv ɩi ɨi ƙk ƚl ɲn ƞn ƣoi ƥp ʀr ƫt ƭt ʈt ʋv ƴy ƶz ǥg
  ȡd ȥz ȴl ȵn ȶt ȷj ȸdb ȹqp ⱥa ȼc ⱦt ȿs ɀz ʉu ɇe ɉj ɍr ɏy ɔo əe ǝe ɑa ɣg ʊu ʒz ẜs ẝs ỻll ỽv ỿy ʼ' ʻ' ʾ' ’' ‘' ‐- ςσ ёе`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/**
 * The letters of a text as people type them: lower case without accents, with straight apostrophes and hyphens, and with
 * plain letters for those of other alphabets' keyboards: 'Łódź' is 'lodz', 'Straße' is 'strasse'. `plain_text` of the
 * database returns the same.
 */
export function plainText(text: string): string {
  // The fast path for most words: a search compares thousands of them.
  if (ASCII.test(text)) return text.toLowerCase()
  const bare = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').replace(OMITTED, '')
  return bare.toLowerCase().replace(/[^\x20-\x7e]/g, (letter) => REPLACED.get(letter) ?? letter)
}
