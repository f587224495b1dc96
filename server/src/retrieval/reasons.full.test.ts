import { tokensOf } from '@footnote/contract/shared/language/tokens.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { expect, test } from 'vitest'
import { randomNumbers } from '../../test/random-numbers.ts'
import { makeUnderstoodLibrary, reelLines } from '../../test/understood-library.ts'
import { isEnglishWord } from '../engines/text/english-words.ts'
import type { FoundMatches } from './found-matches.ts'
import { wordKind } from './words/word-kinds.ts'

const QUESTIONS = 500
const NONSENSE = 300
/** Questions of other languages, none of whose words is English. */
const FOREIGN =
  `Lichtjahre|Regenschirm|Wo liegt Schlüssel|Brücke über Fluß|Zug verspätet|Rechnung bezahlen|Hund|Haus|Wasser|Gemüse
  |Bahnhof|Fußball spielen|Apfelbaum|Hafenrundfahrt|Tägliche Nachrichten|bonjour mademoiselle|chien|voiture|cuisine du château
  |fenêtre ouverte|pomme|bateau bleu|pluie demain|enfants jouent|gâteau|marché aux poissons|boulangerie|horaires|pourquoi
  |dónde perro|manzana|barco azul|paraguas|hombre sentado|lluvia mañana|puerta cerrada|niños jugando|coche rojo|ayuntamiento
  |mercado|pescado|gatto|mela|barca sul fiume|bambini|ombrello|ritardo|finestra aperta|uomo seduto|macchina rossa|pioggia
  |waar|fiets|kinderen spelen|regenjas|schip|haven|vrouw|vertraagd|appelboom|brug|vis|bil|barnen leker|båten|fönster|kvinna
  |järnvägsstation|äpple|regnet faller|fiskmarknad|gdzie dworzec|czerwony samochód|dzieci bawią się|pies szczeka|łódka
  |kobieta|jabłko|okno otwarte|deszcz|ryby|onde fica estação|carro vermelho|crianças brincando|mulher|maçã verde|chuva forte
  |peixe|kırmızı araba|köpek havlıyor|çocuklar oynuyor|yağmur|pencere|vlak zpoždění|auto červené|děti|deštník|hvor stasjonen
  |rød|missä asema|punainen|lapset leikkivät|sateenvarjo|omena`
    .split('|')
    .map((text) => text.trim())

const library = await makeUnderstoodLibrary()
const { said, written } = await reelLines()
await library.addVideo(said, written)
const words_there = new Set([...said, ...written].flatMap((text) => tokensOf(text).map(({ plain }) => plain)))
const seed = Number(process.env.QUESTIONS_SEED ?? 1)
const random = randomNumbers(seed)
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
/** A digit as its word. */
const spelt = (word: string): string => DIGITS[/^\d$/.test(word) ? Number(word) : -1] ?? word

/** Whether a marked part of a text is a word of the question, in another form, or a compound with it. */
function isOf(part: string, question: readonly string[]): boolean {
  const asked = question.map(spelt)
  const plain = tokensOf(part).map((token) => spelt(token.plain))
  const stem = (word: string) => word.slice(0, Math.max(3, word.length - 3))
  return asked.some((word) =>
    [plain.join(''), ...plain].some(
      (one) => one.includes(word) || one.startsWith(stem(word)) || asked.join('').includes(one),
    ),
  )
}

test(`in each hit by words of ${QUESTIONS} questions the reason has a word of the question, marked`, async () => {
  let by_words = 0
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const lines = pick([said, said, written])
    const at = Math.floor(random() * (lines.length - 1))
    // Also phrases over the border of two lines.
    const tokens = tokensOf(`${lines[at]} ${lines === said ? lines[at + 1] : ''}`)
    const start = Math.floor(random() * Math.max(1, tokens.length - 4))
    const typed = tokens.slice(start, start + 1 + Math.floor(random() * 4)).map(({ plain }) => plain)
    const content = typed.filter((word) => wordKind(word) === 'content')
    if (content.length === 0) continue
    const { matches } = await library.ask(typed.join(' '))
    const told = `seed ${seed}: ${typed.join(' ')}`
    expect(matches[0]?.hits.length, told).toBeGreaterThan(0)
    for (const { text, hits, score } of matches) {
      if (hits.length === 0) {
        expect(score, told).toBeLessThan(SEARCH.high)
        continue
      }
      by_words += 1
      for (const { from, to, similar } of hits) {
        expect(similar, told).toBeUndefined()
        expect(isOf(text.slice(from, to), typed), `${told}: ${text.slice(from, to)} in ${text}`).toBe(true)
      }
    }
  }
  expect(by_words).toBeGreaterThan(QUESTIONS / 2)
})

/** Counts the answers with a card, and with one above Low. */
async function answered(questions: readonly string[]) {
  const cards: string[] = []
  const above: string[] = []
  for (const query of questions) {
    const { matches }: FoundMatches = await library.ask(query)
    if (matches.length > 0) cards.push(`${query}: ${matches[0]?.text}`)
    if (matches.some(({ score }) => score >= SEARCH.medium)) above.push(query)
  }
  return { cards, above }
}

const isStrange = (query: string): boolean =>
  tokensOf(query).every(({ plain }) => !words_there.has(plain) && !isEnglishWord(plain))

test(`${NONSENSE} nonsense questions have no match above Low, and at most one in fifty has any`, async () => {
  const syllable = () =>
    pick([...'bdfgklmnprstvz', 'ch', 'sh', 'tr']) + pick([...'aeiou', 'oo', 'ei']) + pick([...'bdgklmnrtx', ''])
  const word = () => Array.from({ length: 1 + Math.floor(random() * 3) }, syllable).join('')
  const typed = () =>
    Array.from({ length: 4 + Math.floor(random() * 6) }, () => pick([...'qwertzuiopasdfghjklyxcvbnm'])).join('')
  const number = () => String(1_000 + Math.floor(random() * 90_000))
  const plate = () => `${pick(['HH', 'MZ', 'KLX'])}-${pick(['QX', 'ZT', 'VK'])} ${number()}`
  const kinds = [word, word, typed, number, plate, () => `${word()} ${word()}`, () => `${word()} ${typed()} ${word()}`]
  const questions: string[] = []
  while (questions.length < NONSENSE) {
    const question = pick(kinds)()
    if (isStrange(question)) questions.push(question)
  }
  const { cards, above } = await answered(questions)
  expect(above, `seed ${seed}`).toEqual([])
  expect(cards.length, `seed ${seed}: ${cards.join('; ')}`).toBeLessThanOrEqual(NONSENSE / 50)
})

test('questions of other languages have no match above Low, and at most one in fifty has any', async () => {
  const questions = FOREIGN.filter(isStrange)
  expect(questions.length).toBeGreaterThanOrEqual(80)
  const { cards, above } = await answered(questions)
  expect(above).toEqual([])
  expect(cards.length, cards.join('; ')).toBeLessThanOrEqual(questions.length / 50)
})
