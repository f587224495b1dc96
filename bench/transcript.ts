/**
 * Measures changes of a transcript over HTTP: `npm run bench:transcript -- [WORDS]` (10,000 by default). One word in
 * twenty is the one that is replaced. The last edits meet the rows of all earlier ones.
 */

import { type SaidLine, saidRows } from '../seed/rows/lines.ts'
import { startProduct } from '../server/test/product.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'

const WORDS_A_LINE = 12
const EDITS = 50
const words = Number(process.argv[2] ?? 10_000)

const postgres = await startTestPostgres()
const product = await startProduct({ database_url: await postgres.createDatabase() })
try {
  const person = await product.person(undefined, 'TEAM')
  const { video_id } = await product.aCollectionWithVideo(person)
  const lines = Array.from({ length: Math.ceil(words / WORDS_A_LINE) }, (_, line): SaidLine => {
    const said = Array.from({ length: WORDS_A_LINE }, (__, at) => {
      const place = line * WORDS_A_LINE + at
      return place % 20 === 0 ? 'turnip' : `word${place % 997}`
    })
    return { start: line * WORDS_A_LINE * 0.5, text: said.join(' '), speaker: 1 + (line % 2) }
  })
  await product.db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: 'heard-1' }).execute()
  for (let at = 0; at < lines.length; at += 1_000)
    await product.db
      .insertInto('cues')
      .values(saidRows(video_id, 'heard-1', lines).slice(at, at + 1_000))
      .execute()

  const timed = async (name: string, act: () => Promise<{ status: number; text: string }>) => {
    const begun = performance.now()
    const { status, text } = await act()
    if (status !== 200) throw new Error(`${name} was answered ${status}: ${text}`)
    return { milliseconds: performance.now() - begun, answer: JSON.parse(text) }
  }
  const address = `/api/transcripts/${video_id}`
  const find = { find: 'turnip', replace: 'the harbour' }
  const count = await timed('count', () =>
    product.post(`${address}/replace`, { ...find, revision: 0, dry_run: true }, person),
  )
  const replaced = await timed('replace', () => product.post(`${address}/replace`, { ...find, revision: 0 }, person))
  console.log(`${words} words: ${count.answer.count} places counted in ${Math.round(count.milliseconds)} ms`)
  console.log(`${words} words: ${replaced.answer.count} places replaced in ${Math.round(replaced.milliseconds)} ms`)
  const times: number[] = []
  for (let edit = 0; edit < EDITS; edit++) {
    const start_time = edit * WORDS_A_LINE * 0.5
    const edits = [{ start_time, end_time: start_time + 0.5, text: `corrected${edit}` }]
    times.push((await timed('edit', () => product.put(address, { revision: 1 + edit, edits }, person))).milliseconds)
  }
  times.sort((a, b) => a - b)
  console.log(
    `${EDITS} edits of a word after it: median ${Math.round(times[EDITS / 2] ?? 0)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`,
  )
  const { edit_id } = replaced.answer
  const undone = await timed('undo', () => product.post(`${address}/undo`, { edit_id }, person))
  console.log(`the replacement undone in ${Math.round(undone.milliseconds)} ms`)
} finally {
  await product.close()
  await postgres.stop()
}
