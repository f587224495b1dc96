import { largest } from '@footnote/contract/shared/extremes.ts'
import { VOCABULARY } from '../../../engines/visual/concepts/vocabulary.ts'
import { analyseQuery, type Dictionary, type WordEntry } from '../../query.ts'
import { ConceptLinks } from './concept-links.ts'
import { kindredWords } from './kindred-words.ts'
import { Lexicon } from './lexicon.ts'
import type { PartOfSpeech } from './morphology.ts'
import { RelatednessGraph } from './relatedness.ts'

/** Cached entries: words recur from query to query. */
const MOST_ENTRIES = 5_000
/** Senses of a word from which walks begin. */
const WALKED_SENSES = 8

/** Loads WordNet, and analyses queries. Loading takes some seconds and 200 MB, hence a process of its own. */
export async function open({ folder }: { folder: string }) {
  const dictionary = new WordnetDictionary(await Lexicon.load(folder))
  return { analyse: (query: string) => analyseQuery(query, dictionary) }
}

class WordnetDictionary implements Dictionary {
  readonly #lexicon: Lexicon
  readonly #graph: RelatednessGraph
  readonly #links: ConceptLinks
  readonly #entries = new Map<string, WordEntry | null>()

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
    this.#graph = new RelatednessGraph(lexicon)
    this.#links = new ConceptLinks(lexicon, VOCABULARY, (word) => this.#graph.frequency(word))
  }

  lookup(text: string): WordEntry | null {
    const known = this.#entries.get(text)
    if (known !== undefined) return known
    const entry = this.#read(text)
    if (this.#entries.size >= MOST_ENTRIES) this.#entries.clear()
    this.#entries.set(text, entry)
    return entry
  }

  #read(text: string): WordEntry | null {
    const meanings = this.#lexicon.meanings(text)
    if (meanings.length === 0) return null
    const share = (...parts: PartOfSpeech[]) =>
      meanings.reduce((sum, { synset, share }) => sum + (parts.includes(this.#lexicon.partOf(synset)) ? share : 0), 0)
    const forms = new Set([text])
    for (const part of ['n', 'v', 'a', 'r'] as const)
      for (const form of this.#lexicon.baseForms(text, part)) forms.add(form.replaceAll('_', ' '))
    const common = [...meanings].sort((a, b) => b.share - a.share).slice(0, WALKED_SENSES)
    const total = common.reduce((sum, { share }) => sum + share, 0)
    const walk = this.#graph.walk(common.map(({ synset, share }) => ({ synset, share: share / total })))
    return {
      noun: share('n'),
      verb: share('v'),
      adjective: share('a', 'r'),
      frequency: largest([...forms].map((form) => this.#graph.frequency(form))),
      kindred: kindredWords(this.#lexicon, [...forms], meanings, walk),
      concepts: this.#links.weigh([...forms], meanings, walk),
    }
  }
}
