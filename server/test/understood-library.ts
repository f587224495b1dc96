import { readFile } from 'node:fs/promises'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { afterAll } from 'vitest'
import type { TimedLine } from '../../seed/rows/lines.ts'
import { lenderOf } from '../src/engines/pool.ts'
import { noModels } from '../src/engines/testing/no-models.ts'
import { universal_sentence } from '../src/engines/text/universal-sentence.ts'
import { storeVectors } from '../src/platform/db/vectors/vectors.ts'
import type { FoundMatches } from '../src/retrieval/found-matches.ts'
import { searchCollections } from '../src/retrieval/search.ts'
import { makeSearchLibrary } from './search-library.ts'

const none = { engine: null, reason: 'Not in this test.', passed_over: [] } as const
/** Seconds from one line to the next, and of each. */
const [STEP, LONG] = [3, 2.6]

/** A library whose lines the packaged engine has embedded, as on an installation without downloads. */
export async function makeUnderstoodLibrary() {
  const library = await makeSearchLibrary()
  const { db, collection_id } = library
  const engine = universal_sentence.open({ threads: 1, models: noModels })
  const engines = lenderOf({ visual: none, speech: none, ocr: none, text: { engine, reason: null, passed_over: [] } })
  afterAll(async () => {
    await engine.close()
    await library.close()
  })

  async function embed(video_id: string, rows_of: 'cues' | 'text_spans', stage: string): Promise<void> {
    const rows = await db.selectFrom(rows_of).select(['id', 'text']).where('video_id', '=', video_id).execute()
    const texts = rows.map(({ text }) => text)
    const vectors = await Array.fromAsync(engine.embed(texts, 'passage'))
    const stored = rows.map(({ id }, at) => ({ row_id: Number(id), video_id, vector: vectors[at] as Float32Array }))
    await db.transaction().execute((transaction) => storeVectors(transaction, { engine: engine.id, rows_of }, stored))
    await db.insertInto('video_stages').values({ video_id, stage, engine: engine.id }).execute()
  }

  return {
    /** Adds a video that says some lines and shows some texts, each for some seconds. @returns its id */
    async addVideo(said: readonly string[], written: readonly string[] = []): Promise<string> {
      const timed = (texts: readonly string[]) =>
        texts.map((text, at): TimedLine => [at * STEP, at * STEP + LONG, text])
      const video_id = await library.addVideo({ said: timed(said), written: timed(written) })
      await embed(video_id, 'cues', 'speech_embedding')
      await embed(video_id, 'text_spans', 'ocr_embedding')
      return video_id
    },
    ask: (query: string): Promise<FoundMatches> =>
      searchCollections(
        { db, engines },
        {
          collections: [{ id: collection_id, modalities: ['speech', 'ocr', 'visual'] }],
          query,
          temperature: SEARCH.temperature,
        },
      ),
  }
}

/** What people say, and what signs show, in the films that the scores were fitted on. */
export async function reelLines(): Promise<{ said: string[]; written: string[] }> {
  const file = new URL('../../bench/reels/questions.json', import.meta.url)
  const reels = JSON.parse(await readFile(file, 'utf8')) as { said: { say: string }[]; written: { write: string }[] }
  return { said: reels.said.map(({ say }) => say), written: reels.written.map(({ write }) => write) }
}
