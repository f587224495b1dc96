import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../../test/indexing.ts'
import { startProduct } from '../../../../test/product.ts'
import { searchMatches } from '../../../../test/search-calls.ts'
import { makeSubtitled, srtOf } from '../../../../test/subtitled-film.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'

const folder = await temporaryFolder('tracks')
const indexing = await startIndexing()
const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
afterAll(() => Promise.all([api.close(), indexing.close()]))
await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
const viewer = await api.person({ company_id: indexing.company_id })

test('the one text track of a film is its transcript, until somebody takes it back', async () => {
  const file = path.join(folder, 'harbour.mp4')
  await makeSubtitled(file, [{ text: srtOf('We left the harbour.', 'The fog was bad.'), language: 'eng' }])
  const { id, collection_id } = await indexing.settled(
    await indexing.add(file, { visual: false, ocr: false, audio: true }),
  )
  const transcript = (await api.get(`/api/transcripts/${id}`, viewer)).json
  expect(transcript.subtitle_word.map(({ word }: { word: string }) => word).join(' ')).toBe(
    'We left the harbour. The fog was bad.',
  )
  const [{ number, ...track }] = (await api.get(`/api/transcripts/${id}/tracks`, viewer)).json.tracks
  expect(track).toEqual({ language: 'eng', title: null, lines: 2, used: true })
  const asked = { index_id: collection_id, query: '"harbour"', search_type: 'CONVERSATION', as_typed: 'true' }
  expect((await searchMatches(api, viewer, asked)).matches.map(({ text }) => text)).toEqual(['We left the harbour.'])
  const [change] = (await api.get(`/api/transcripts/${id}/edits`, viewer)).json.edits
  expect(change).toMatchObject({ kind: 'subtitles', file_name: 'eng', count: 2, undone_at: null })
  await expect
    .poll(async () => (await api.get(`/api/transcripts/${id}`, viewer)).json.subtitle_url, { timeout: 60_000 })
    .not.toBeNull()
  const undone = (await api.post(`/api/transcripts/${id}/undo`, { edit_id: change.id }, viewer)).json
  expect(undone.subtitle_word).toEqual([])
  const again = await api.post(`/api/transcripts/${id}/subtitles`, { revision: undone.revision, track: number }, viewer)
  expect(again.json).toMatchObject({ lines: 2, skipped: [], skipped_count: 0 })
})
