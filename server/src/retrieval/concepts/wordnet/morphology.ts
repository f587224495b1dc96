/** Noun, verb, adjective, adverb. */
export type PartOfSpeech = 'n' | 'v' | 'a' | 'r'

/** Endings that WordNet's own morphology removes, and their replacements (morphy(7WN)). */
const ENDINGS: Record<PartOfSpeech, readonly (readonly [ending: string, replacement: string])[]> = {
  n: [
    ['s', ''],
    ['ses', 's'],
    ['xes', 'x'],
    ['zes', 'z'],
    ['ches', 'ch'],
    ['shes', 'sh'],
    ['men', 'man'],
    ['ies', 'y'],
  ],
  v: [
    ['s', ''],
    ['ies', 'y'],
    ['es', 'e'],
    ['es', ''],
    ['ed', 'e'],
    ['ed', ''],
    ['ing', 'e'],
    ['ing', ''],
  ],
  a: [
    ['er', ''],
    ['est', ''],
    ['er', 'e'],
    ['est', 'e'],
  ],
  r: [],
}
const DOUBLED = /([b-df-hj-np-tv-z])\1$/

/**
 * Base forms of a word: irregular ones first, then the word itself if it is a lemma, then those without an ending.
 * @param form lower case, words of a phrase joined with underscores
 * @param known whether a form is a lemma
 * @param irregular base forms that the dictionary lists for this form
 */
export function baseFormsOf(
  form: string,
  part: PartOfSpeech,
  known: (form: string) => boolean,
  irregular: readonly string[],
): string[] {
  const forms = new Set(irregular.filter(known))
  if (known(form)) forms.add(form)
  for (const [ending, replacement] of ENDINGS[part]) {
    if (!form.endsWith(ending) || form.length <= ending.length + 1) continue
    const stem = form.slice(0, form.length - ending.length)
    for (const base of [stem + replacement, stem.replace(DOUBLED, '$1')])
      if (base !== form && known(base)) forms.add(base)
  }
  return [...forms]
}
