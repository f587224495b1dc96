import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { startProduct } from '../../../test/product.ts'
import { searchMatches } from '../../../test/search-calls.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { moonshine } from '../../engines/speech/moonshine/moonshine.ts'
import { noModels } from '../../engines/testing/no-models.ts'
import { say } from '../../engines/testing/spoken-sound.ts'

const SPEECH = { visual: false, ocr: false, audio: true }
const folder = await temporaryFolder('unsure speech ')
const engine = moonshine('base').open({ threads: 2, models: noModels })
const indexing = await startIndexing({ engines: { speech: { engine, reason: null, passed_over: [] } } })
const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
afterAll(() => Promise.all([api.close(), indexing.close(), engine.close()]))
await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
const viewer = await api.person({ company_id: indexing.company_id })

const ENGLISH =
  'Welcome to the quarterly safety briefing for the warehouse team. Please check that every bottle is sealed before it leaves the line.'
const MISHEARD = 'Vehicles must not drive faster than ten miles per hour in the parking area.'

/** Backwards, each sound is one of a voice, and no word is one of English. */
async function film(name: string, filter: string, inputs: readonly string[]): Promise<string> {
  const file = path.join(folder, `${name}.mp4`)
  const sounds = inputs.flatMap((input) => ['-i', input])
  const picture = ['-f', 'lavfi', '-i', 'color=c=gray:size=160x90:rate=10']
  const maps = ['-filter_complex', `${filter}[a]`, '-map', `${inputs.length}:v`, '-map', '[a]', '-shortest']
  await ffmpeg(...sounds, ...picture, ...maps, '-pix_fmt', 'yuv420p', '-c:a', 'aac', file)
  return file
}

const [english, misheard] = [await say(folder, 'english', ENGLISH), await say(folder, 'misheard', MISHEARD)]
const read = async (id: string) => (await api.get(`/api/transcripts/${id}`, viewer)).json
const saidIn = (words: { word: string; unsure?: boolean }[], unsure: boolean) =>
  words.filter((word) => (word.unsure ?? false) === unsure).map(({ word }) => word)
async function found(id: string, query: string): Promise<string[]> {
  const { collection_id } = await indexing.settled(id)
  const asked = { index_id: collection_id, query, search_type: 'CONVERSATION', as_typed: 'true' }
  return (await searchMatches(api, viewer, asked)).matches.map((match) => match.text)
}

test('a line that may be wrong is in the transcript alone, until somebody corrects it', async () => {
  const file = await film('mixed', '[1]areverse[b];[0][b]concat=n=2:v=0:a=1', [english, misheard])
  const video = await indexing.settled(await indexing.add(file, SPEECH))
  expect(video).toMatchObject({ status: 'SUCCESS', speech_note: null, language: 'en' })
  const before = await read(video.id)
  expect(saidIn(before.subtitle_word, false).join(' ')).toMatch(/quarterly safety briefing/)
  const unsure = before.subtitle_word.filter((word: { unsure?: boolean }) => word.unsure)
  expect(unsure.length).toBeGreaterThan(2)
  const subtitles = async () => (await api.get((await read(video.id)).subtitle_url)).text
  expect(await subtitles()).toMatch(/quarterly safety/)
  for (const { word } of unsure) if (word.length > 6) expect(await subtitles()).not.toContain(word)
  const strange = unsure.map(({ word }: { word: string }) => word.replaceAll(/[^a-z' -]/gi, ''))
  expect(await found(video.id, `"${strange.slice(0, 3).join(' ')}"`)).toEqual([])

  const edit = { start_time: unsure[0].start, end_time: unsure[0].end, text: 'harbour' }
  const answer = await api.put(`/api/transcripts/${video.id}`, { revision: before.revision, edits: [edit] }, viewer)
  expect(answer.status).toBe(200)
  expect(saidIn(answer.json.subtitle_word, false)).toContain('harbour')
  expect(await found(video.id, '"harbour"')).toEqual(['harbour'])
  await expect.poll(subtitles, { timeout: 60_000, interval: 100 }).toContain('harbour')
})

test('a film in another language says so, and nothing finds what was made up for it', async () => {
  const file = await film('backwards', '[0]areverse[x];[1]areverse[y];[x][y]concat=n=2:v=0:a=1', [english, misheard])
  const video = await indexing.settled(await indexing.add(file, SPEECH))
  expect(video).toMatchObject({ status: 'SUCCESS', language: 'und', subtitle_key: expect.any(String) })
  expect(video.speech_note).toMatch(/^This is not English as far as Footnote can hear\. .*Company, Indexing\.$/)
  const { subtitle_word } = await read(video.id)
  expect(subtitle_word.length).toBeGreaterThan(4)
  expect(saidIn(subtitle_word, false)).toEqual([])
  const texts = await indexing.db.selectFrom('cues').select('text').where('video_id', '=', video.id).execute()
  expect(new Set(texts.map(({ text }) => text))).toEqual(new Set(['']))
})
