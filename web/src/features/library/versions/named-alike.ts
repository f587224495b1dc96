import { plainText } from '@footnote/contract/shared/language/letters.ts'

/** Endings that say which cut a file is, with one blank for what separates words: ` v2`, ` final`, ` cut 3`, ` (1)`. */
const CUT = / (?:(?:v|ver|version|cut|take|rev) ?\d{1,3}|v|final|finished|latest|new|copy|edit)$| ?\(\d{1,3}\)$/

/** The name of a file without its extension and without what says which cut it is. */
function subject(name: string): string {
  let rest = plainText(name)
    .replace(/\.[a-z0-9]{1,16}$/, '')
    .trim()
    .replace(/[\s._-]+/g, ' ')
  while (CUT.test(rest)) rest = rest.replace(CUT, '')
  return rest
}

/** Whether two names differ only by what says which cut a file is: `Harbour.mp4` and `harbour_v2-final.mov`. */
export const isNamedAlike = (one: string, other: string): boolean =>
  subject(one) !== '' && subject(one) === subject(other)
