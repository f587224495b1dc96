import { expect } from 'vitest'
import { type SaidLine, saidRows } from '../../seed/rows/lines.ts'
import { countedWords, keptWords } from './kept-words.ts'
import { searchMatches } from './search-calls.ts'
import { startTeam } from './team.ts'

/** What an engine heard. */
export const HEARD: readonly SaidLine[] = [
  { start: 1, text: 'we left the turnip at dawn', speaker: 1 },
  { start: 5, text: 'was the fog bad', speaker: 2 },
]

/** A transcript in an answer. */
export interface TranscriptAnswer {
  readonly subtitle_word: { word: string; start: number; end: number; speaker?: number }[]
  readonly speakers: { speaker: number; name: string }[]
}
export const said = ({ subtitle_word }: TranscriptAnswer): string => subtitle_word.map(({ word }) => word).join(' ')

/** A team, and what its owner does with transcripts. */
export async function startTranscripts() {
  const team = await startTeam()
  const { server, owner } = team
  const at = (video_id: string, rest = '') => `/api/transcripts/${video_id}${rest}`
  return {
    ...team,
    at,
    /** A video of a collection of its own. @param lines that an engine heard; null where no engine has listened */
    film: async (lines: readonly SaidLine[] | null = HEARD, { duration = 100, audio = true } = {}) => {
      const collection_id = await server.aCollection(owner)
      if (!audio) await server.db.updateTable('collections').set({ audio }).where('id', '=', collection_id).execute()
      const video_id = await server.aVideo(owner, collection_id, { duration })
      if (lines) {
        await server.db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: 'heard-1' }).execute()
        const rows = saidRows(video_id, 'heard-1', lines)
        if (rows.length > 0) await server.db.insertInto('cues').values(rows).execute()
      }
      return { collection_id, video_id }
    },
    /** Writes a text in an interval (seconds). */
    type: (video_id: string, revision: number, [start_time, end_time]: readonly [number, number], text: string) =>
      server.put(at(video_id), { revision, edits: [{ start_time, end_time, text }] }, owner),
    turn: async (video_id: string, way: 'undo' | 'redo', edit_id: string) =>
      (await server.post(at(video_id, `/${way}`), { edit_id }, owner)).json,
    read: async (video_id: string) => (await server.get(at(video_id), owner)).json,
    history: async (video_id: string) => (await server.get(at(video_id, '/edits'), owner)).json.edits,
    /** @returns the lines that a search by speech finds */
    found: async (index_id: string, query: string): Promise<string[]> => {
      const asked = { index_id, query, search_type: 'CONVERSATION', as_typed: 'true' }
      return (await searchMatches(server, owner, asked)).matches.map(({ text }) => text)
    },
    /** That the words that search keeps are those of the lines. */
    expectKept: async () => {
      const [kept, counted] = await Promise.all([keptWords(server.db), countedWords(server.db)])
      expect(kept.words.length).toBeGreaterThan(0)
      expect(kept).toEqual(counted)
    },
  }
}
