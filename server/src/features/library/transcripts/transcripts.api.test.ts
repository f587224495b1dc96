import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SaidLine, saidRows } from '../../../../../seed/rows/lines.ts'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { Person, Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { searchMatches } from '../../../../test/search-calls.ts'
import { startTeam } from '../../../../test/team.ts'

let server: Awaited<ReturnType<typeof startTeam>>['server']
let owner: Person
let colleague: Person
let stranger: Person
beforeAll(async () => {
  const team = await startTeam()
  server = team.server
  ;({ owner, colleague, stranger } = team)
})
afterAll(() => server.close())

const LINES: readonly SaidLine[] = [
  { start: 1, text: 'we left the turnip at dawn', speaker: 1 },
  { start: 5, text: 'was the fog bad', speaker: 2 },
  { start: 8, text: 'at the turnip it was', speaker: 1 },
]
/** A video of a collection of its own, in which people say these lines. */
async function transcribed(lines = LINES, language = 'en') {
  const collection_id = await server.aCollection(owner)
  const video_id = await server.aVideo(owner, collection_id, { duration: 100 })
  await server.db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: 'heard-1' }).execute()
  await server.db
    .insertInto('cues')
    .values(saidRows(video_id, 'heard-1', lines, language))
    .execute()
  return { collection_id, video_id }
}
const at = (video_id: string, rest = '') => `/api/transcripts/${video_id}${rest}`
const edit = (video_id: string, revision: number, text: string, who: Sender = owner, [start_time, end_time] = [1, 4]) =>
  server.put(at(video_id), { revision, edits: [{ start_time, end_time, text }] }, who)
interface TranscriptAnswer {
  readonly subtitle_word: { word: string; speaker?: number; original?: string }[]
  readonly speakers: { speaker: number; name: string }[]
}
const said = ({ subtitle_word }: TranscriptAnswer) => subtitle_word.map(({ word }) => word).join(' ')
/** The words with the name before each turn. */
const turns = ({ subtitle_word, speakers }: TranscriptAnswer) =>
  subtitle_word
    .map(({ word, speaker }, place) => {
      const name = speakers.find((one) => one.speaker === speaker)?.name ?? `Speaker ${speaker}`
      return speaker === subtitle_word[place - 1]?.speaker ? word : `[${name}] ${word}`
    })
    .join(' ')
const read = async (video_id: string) => (await server.get(at(video_id), owner)).json
/** The lines with a text, as typed: without words that only look or sound like it. */
async function found(index_id: string, query: string): Promise<string[]> {
  const asked = { index_id, query, search_type: 'CONVERSATION', as_typed: 'true' }
  return (await searchMatches(server, owner, asked)).matches.map(({ text }) => text)
}

test('a corrected word is found at once, and the old one no more', async () => {
  const { collection_id, video_id } = await transcribed()
  expect(await found(collection_id, '"turnip at"')).toHaveLength(1)
  const answer = await edit(video_id, 0, 'we left the harbour at dawn')
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({ revision: 1, edit_id: expect.any(String) })
  expect(said(answer.json)).toBe('we left the harbour at dawn was the fog bad at the turnip it was')
  expect(answer.json.subtitle_word[3]).toEqual({ word: 'harbour', start: 2.5, end: 3, speaker: 1, original: 'turnip' })
  expect(await found(collection_id, 'harbour')).toEqual(['we left the harbour at dawn'])
  expect(await found(collection_id, '"turnip at"')).toEqual([])
  const details = (await server.get(`/api/get_video_details/${video_id}`, colleague)).json
  expect(details).toMatchObject({ transcript_revision: 1, speakers: [], can: { edit_transcript: true } })
  expect(details.subtitle_word).toEqual(answer.json.subtitle_word)
})

test('of two people who edit one revision the second is refused, and nothing is lost', async () => {
  const { video_id } = await transcribed()
  const answers = await Promise.all([
    edit(video_id, 0, 'we left the harbour at dawn'),
    edit(video_id, 0, 'is the fog bad', colleague, [5, 7]),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.json.code).toBe('changed_meanwhile')
  const { revision } = await read(video_id)
  expect(revision).toBe(1)
  const again = [
    edit(video_id, 1, 'is the fog bad', colleague, [5, 7]),
    edit(video_id, 1, 'we left the harbour at dawn'),
  ]
  const repeated = answers[0]?.status === 409 ? again[1] : again[0]
  expect([(await repeated)?.status, said(await read(video_id))]).toEqual([
    200,
    'we left the harbour at dawn is the fog bad at the turnip it was',
  ])
})

test('a text is replaced everywhere after it was counted, and one undo takes all of it back', async () => {
  const { collection_id, video_id } = await transcribed()
  const replace = (body: object) =>
    server.post(at(video_id, '/replace'), { revision: 0, find: 'turnip', replace: 'harbour', ...body }, owner)
  expect((await replace({ dry_run: true, find: 'TURNIP' })).json).toEqual({ count: 2, revision: 0, edit_id: null })
  expect((await replace({ dry_run: true, find: 'TURNIP', match_case: true })).json.count).toBe(0)
  expect((await replace({ dry_run: true, find: 'turn' })).json.count).toBe(2)
  expect((await replace({ dry_run: true, find: 'turn', whole_words: true })).json.count).toBe(0)
  expect((await replace({ dry_run: true, find: 't.rnip' })).json.count).toBe(0)
  expect((await replace({ dry_run: true, find: 'was the' })).json.count).toBe(1)
  const { count, revision, edit_id } = (await replace({})).json
  expect([count, revision]).toEqual([2, 1])
  expect(said(await read(video_id))).toBe('we left the harbour at dawn was the fog bad at the harbour it was')
  const { edits } = (await server.get(at(video_id, '/edits'), colleague)).json
  expect(edits).toMatchObject([
    { id: edit_id, kind: 'replace', count: 2, first_name: 'Ada', last_name: 'Lovelace', undone_at: null },
  ])
  expect(edits[0].places).toEqual([
    { start_time: 2.5, end_time: 3, before: 'turnip', after: 'harbour' },
    { start_time: 9, end_time: 9.5, before: 'turnip', after: 'harbour' },
  ])
  const undone = (await server.post(at(video_id, '/undo'), { edit_id }, colleague)).json
  expect([undone.revision, undone.edit_id]).toEqual([2, edit_id])
  expect(await server.db.selectFrom('cues').select('original').where('video_id', '=', video_id).execute()).toEqual(
    LINES.map(() => ({ original: null })),
  )
  expect(await found(collection_id, '"turnip at"')).toHaveLength(1)
  expect(await found(collection_id, '"harbour"')).toEqual([])
  expect((await server.post(at(video_id, '/undo'), { edit_id }, owner)).json).toMatchObject({
    revision: 2,
    edit_id: null,
  })
  const again = (await server.post(at(video_id, '/redo'), { edit_id }, owner)).json
  expect([said(again), again.revision]).toEqual([
    'we left the harbour at dawn was the fog bad at the harbour it was',
    3,
  ])
})

test('undoing an edit leaves later ones', async () => {
  const { video_id } = await transcribed()
  const first = (await edit(video_id, 0, 'we left the old harbour at dawn')).json.edit_id
  await edit(video_id, 1, 'we left the old harbour at noon')
  const undone = (await server.post(at(video_id, '/undo'), { edit_id: first }, owner)).json
  expect(said(undone)).toBe('we left the turnip at noon was the fog bad at the turnip it was')
})

test('words are removed and added, also at the first and the last one', async () => {
  const { video_id, collection_id } = await transcribed()
  expect(said((await edit(video_id, 0, '', owner, [1, 4])).json)).toBe('was the fog bad at the turnip it was')
  expect((await edit(video_id, 1, 'fog', owner, [5, 7])).json.subtitle_word[0].word).toBe('fog')
  expect(await found(collection_id, '"dawn"')).toEqual([])
  const all = (await edit(video_id, 2, 'nobody knows', owner, [30, 32])).json
  expect(said(all)).toBe('fog at the turnip it was nobody knows')
  expect(all.subtitle_word.slice(-2)).toEqual([
    { word: 'nobody', start: 30, end: 31.091, original: '' },
    { word: 'knows', start: 31.091, end: 32, original: '' },
  ])
  expect(await found(collection_id, '"nobody knows"')).toHaveLength(1)
  expect((await edit(video_id, 3, 'fog', owner, [5, 7])).json).toMatchObject({ revision: 3, edit_id: null })
})

test('a speaker is named everywhere, or in a part, and two with one name are one', async () => {
  const { video_id } = await transcribed()
  const name = (body: object) => server.put(at(video_id, '/speakers'), body, colleague)
  const ana = (await name({ revision: 0, from: 'Speaker 1', name: 'Ana' })).json
  expect(turns(ana)).toBe('[Ana] we left the turnip at dawn [Speaker 2] was the fog bad [Ana] at the turnip it was')
  const part = (await name({ revision: 1, start_time: 8, end_time: 10.5, name: 'Bo' })).json
  expect(turns(part)).toBe('[Ana] we left the turnip at dawn [Speaker 2] was the fog bad [Bo] at the turnip it was')
  const same = (await name({ revision: 2, from: 'Speaker 2', name: 'Bo' })).json
  expect(turns(same)).toBe('[Ana] we left the turnip at dawn [Bo] was the fog bad at the turnip it was')
  expect(same.speakers).toHaveLength(2)
  const { edits } = (await server.get(at(video_id, '/edits'), owner)).json
  expect(
    edits.map(({ kind, count, places }: { kind: string; count: number; places: object[] }) => [kind, count, places[0]]),
  ).toEqual([
    ['speaker', 1, { start_time: 5, end_time: 7, before: 'Speaker 2', after: 'Bo' }],
    ['speaker', 1, { start_time: 8, end_time: 10.5, before: 'Ana', after: 'Bo' }],
    ['speaker', 2, { start_time: 1, end_time: 4, before: 'Speaker 1', after: 'Ana' }],
  ])
  const undone = (await server.post(at(video_id, '/undo'), { edit_id: edits[2].id }, owner)).json
  expect(turns(undone)).toBe('[Speaker 1] we left the turnip at dawn [Bo] was the fog bad at the turnip it was')
  expect((await name({ revision: 4, from: 'Nobody', name: 'Cy' })).json.fields).toEqual({
    from: 'Nobody in this transcript has this name.',
  })
  expect((await name({ revision: 4, start_time: 60, end_time: 61, name: 'Cy' })).status).toBe(400)
  expect((await name({ revision: 4, name: 'Cy' })).status).toBe(400)
  expect((await name({ revision: 4, from: 'Bo', start_time: 5, end_time: 6, name: 'Cy' })).status).toBe(400)
})

test('right-to-left words and words of scripts without spaces are corrected and found', async () => {
  const chinese = await transcribed([{ start: 1, text: '我们 喜欢 港口。' }], 'zh')
  expect(said((await edit(chinese.video_id, 0, '我们喜欢港湾。', owner, [1, 2.5])).json)).toBe('我们 喜欢 港湾。')
  expect(await found(chinese.collection_id, '港湾')).toEqual(['我们喜欢港湾。'])
  expect(await found(chinese.collection_id, '"港口"')).toEqual([])
  const hebrew = await transcribed([{ start: 1, text: 'ראינו את הנמל הישן' }], 'he')
  expect((await edit(hebrew.video_id, 0, 'ראינו את הנמל החדש', owner, [1, 3])).json.subtitle_word[3]).toMatchObject({
    word: 'החדש',
    original: 'הישן',
  })
  expect(await found(hebrew.collection_id, '"החדש"')).toHaveLength(1)
})

test('open pages hear of a change', async () => {
  const { video_id } = await transcribed()
  const guest = await server.aLink(owner, video_id, 'viewer')
  const streams = await Promise.all([colleague, guest].map((who) => openEvents(server.base, video_id, who)))
  await edit(video_id, 0, 'we left the harbour at dawn')
  for (const stream of streams) {
    await stream.received(1)
    expect(stream.events).toEqual([{ event: 'transcript', data: { revision: 1, file: false } }])
    stream.close()
  }
})

describe('who may', () => {
  const CALLS: readonly [string, 'put' | 'post', object][] = [
    ['', 'put', { revision: 0, edits: [{ start_time: 1, end_time: 2, text: 'a' }] }],
    ['/replace', 'post', { revision: 0, find: 'turnip', replace: 'b' }],
    ['/speakers', 'put', { revision: 0, from: 'Speaker 1', name: 'Ana' }],
    ['/undo', 'post', { edit_id: 'x' }],
    ['/redo', 'post', { edit_id: 'x' }],
  ]
  const statuses = async (video_id: string, who: Sender) => [
    ...(await Promise.all(
      CALLS.map(async ([rest, method, body]) => (await server[method](at(video_id, rest), body, who)).status),
    )),
    (await server.get(at(video_id, '/edits'), who)).status,
    (await server.get(at(video_id), who)).status,
  ]
  const refused = (status: number) => CALLS.map(() => status)

  test('guests of a link read the transcript, and neither change it nor see who did', async () => {
    const { video_id } = await transcribed()
    const other = await transcribed()
    for (const permission of ['viewer', 'commenter', 'approver'] as const) {
      const guest = await server.aLink(owner, video_id, permission)
      expect(await statuses(video_id, guest)).toEqual([...refused(403), 403, 200])
      expect((await server.get(at(other.video_id), guest)).status).toBe(404)
    }
  })

  test('strangers find nothing', async () => {
    const { video_id } = await transcribed()
    expect(await statuses(video_id, stranger)).toEqual([...refused(404), 404, 404])
    expect(await statuses(video_id, undefined)).toEqual([...refused(401), 401, 401])
  })

  test('a sample is read only', async () => {
    const video_id = await server.aVideo(null, await server.aCollection(null), { duration: 10 })
    expect(await statuses(video_id, owner)).toEqual([...refused(403), 200, 200])
  })

  test('an edit of another video is not undone', async () => {
    const [one, other] = [await transcribed(), await transcribed()]
    const { edit_id } = (await edit(one.video_id, 0, 'we left the harbour at dawn')).json
    expect((await server.post(at(other.video_id, '/undo'), { edit_id }, owner)).status).toBe(404)
  })

  test('a deleted account is a deleted user in the history, and the words stay', async () => {
    const { video_id } = await transcribed()
    await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.id).execute()
    const leaving = await server.person(owner)
    const { edit_id } = (await edit(video_id, 0, 'we left the harbour at dawn', leaving)).json
    expect((await server.post('/api/delete_account', { password: PASSWORD }, leaving)).status).toBe(200)
    const { edits } = (await server.get(at(video_id, '/edits'), owner)).json
    expect(edits).toMatchObject([{ id: edit_id, first_name: 'Deleted user', last_name: '' }])
    expect(said(await read(video_id))).toContain('harbour')
  })
})

test.each<[string, object]>([
  ['no edit', { edits: [] }],
  ['an end before the start', { edits: [{ start_time: 2, end_time: 1, text: 'a' }] }],
  ['two edits of one word', { edits: [1, 1.2].map((start_time) => ({ start_time, end_time: 3, text: 'a' })) }],
  ['a text that is too long', { edits: [{ start_time: 1, end_time: 2, text: 'a'.repeat(20_001) }] }],
  ['a control character', { edits: [{ start_time: 1, end_time: 2, text: 'a\u001b' }] }],
  ['no revision', { revision: undefined, edits: [{ start_time: 1, end_time: 2, text: 'a' }] }],
])('%s is refused, and nothing changes', async (_, body) => {
  const { video_id } = await transcribed()
  expect((await server.put(at(video_id), { revision: 0, ...body }, owner)).status).toBe(400)
  expect(await read(video_id)).toMatchObject({ revision: 0 })
})
