import { EXPORT_FORMATS } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { commentRow } from '../../../../../seed/rows/comments.ts'
import type { Sender } from '../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const RATE = { frame_rate_num: 25, frame_rate_den: 1, width: 1920, height: 1080 }
/** A video of a minute at 25 frames a second. */
async function film(more: object = {}): Promise<string> {
  const video = await server.aVideo(owner, collection, { duration: 60 })
  await server.db
    .updateTable('videos')
    .set({ ...RATE, file_name: 'Harbour "ü".mov', ...more })
    .where('id', '=', video)
    .execute()
  return video
}
const say = (video: string, content: string, start_time: number, more: object = {}, who: Sender = owner) =>
  server.aComment(who, video, { content, start_time, ...more })

/** The file, or the problem. */
async function exported(video: string, query: string, who: Sender = owner) {
  const { share_token, guest_key } = who as { share_token?: string; guest_key?: string }
  const { access } = who as { access?: string }
  const answer = await fetch(`${server.base}/api/quick-review/export/${video}?${query}`, {
    headers: {
      ...(access && { authorization: `Bearer ${access}` }),
      ...(share_token && { 'x-share-token': share_token }),
      ...(guest_key && { 'x-guest-key': guest_key }),
    },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    text,
    code: answer.status === 200 ? null : JSON.parse(text).code,
    type: answer.headers.get('content-type'),
    disposition: answer.headers.get('content-disposition') ?? '',
  }
}
/** Text of the comments in a plain list, and their numbers. */
const listed = ({ text }: { text: string }) => text.split('\n').slice(2, -1)

test('each format is a file under the name of the video and its version', async () => {
  const video = await film()
  await say(video, 'Hold this', 2, { end_time: 3 })
  const endings = ['edl', 'txt', 'fcpxml', 'xml', 'otio', 'csv', 'md', 'txt']
  for (const [place, format] of EXPORT_FORMATS.entries()) {
    const { status, text, disposition } = await exported(video, `format=${format}`)
    expect([status, text.includes('Hold this')]).toEqual([200, true])
    const name = decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? '')
    expect(name).toMatch(new RegExp(`^Harbour .ü. v1 (comments|markers)\\.${endings[place]}$`))
  }
  expect((await exported(video, 'format=doc')).status).toBe(400)
})

test('a filter leaves comments out of a file, and the others keep their numbers', async () => {
  const video = await film()
  const [first] = [await say(video, 'Second', 4), await say(video, 'First', 2, {}, colleague)]
  await say(video, 'Third', 6)
  await server.aComment(colleague, video, { parent_comment_id: first.id, content: 'An answer' })
  await server.post(`/api/quick-review/resolve-comment/${video}/${first.id}`, { resolved: true }, owner)
  const names = async (query: string) =>
    listed(await exported(video, `format=txt&${query}`)).map((line) => line.replace(/^(\d+).*: /, '$1 '))
  const answer = expect.stringMatching(/^ {3}.*An answer$/)
  expect(await names('')).toEqual(['2 First', '1 Second', answer, '3 Third'])
  expect(await names('status=open')).toEqual(['2 First', '3 Third'])
  expect(await names('status=resolved')).toEqual(['1 Second', answer])
  expect(await names('by=me')).toEqual(['1 Second', answer, '3 Third'])
  expect(await names(`by=${colleague.email}`)).toEqual(['2 First'])
  expect(await names('by=Nobody')).toEqual([])
  expect(await names('drawing=true')).toEqual([])
})

/** The two comments of one frame, and the answer, in one marker. */
const JOINED = 'Words 1 / Ada Lovelace: An answer / Beside it / 1  is no number / - [ ] nor a task'

/** What the files say about the first comments: two on one frame, the first with an answer, and one two seconds later. */
const LINES: Readonly<Record<(typeof EXPORT_FORMATS)[number], unknown[]>> = {
  resolve: [
    `01:00:02:00  ${JOINED} |C:ResolveColorBlue |M:2, 5 Ada Lovelace |D:1`,
    '01:00:04:00  Words 2 |C:ResolveColorBlue |M:3 Ada Lovelace |D:1',
    '01:00:06:00  Words 3 |C:ResolveColorBlue |M:4 Ada Lovelace |D:1',
  ],
  avid: [
    `Ada Lovelace\t01:00:02:00\tV1\tblue\t2, 5 ${JOINED}\t1`,
    'Ada Lovelace\t01:00:04:00\tV1\tblue\t3 Words 2\t1',
    'Ada Lovelace\t01:00:06:00\tV1\tblue\t4 Words 3\t1',
  ],
  fcpxml: [
    '<marker start="50/25s" duration="1/25s" value="2 Ada Lovelace: Words 1" completed="0" note="Ada Lovelace: An answer"/>',
    '<marker start="50/25s" duration="1/25s" value="5 Ada Lovelace: Beside it / 1  is no number / - [ ] nor a task" completed="0" note=""/>',
    '<marker start="100/25s" duration="1/25s" value="3 Ada Lovelace: Words 2" completed="0" note=""/>',
  ],
  premiere: [
    '<marker><name>2 Ada Lovelace</name><comment>Words 1 / Ada Lovelace: An answer</comment><in>50</in><out>-1</out></marker>',
    '<marker><name>5 Ada Lovelace</name><comment>Beside it',
    '<marker><name>3 Ada Lovelace</name><comment>Words 2</comment><in>100</in><out>-1</out></marker>',
  ],
  otio: ['"name": "2 Ada Lovelace"', '"name": "5 Ada Lovelace"', '"name": "3 Ada Lovelace"'],
  csv: [
    expect.stringMatching(/^2,open,00:00:02:00,00:00:02:00,50,50,2\.0+,2\.0+,Ada Lovelace,Words 1,no,everyone,1,/),
    '5,open,00:00:02:00,00:00:02:00,50,50,2.000000,2.000000,Ada Lovelace,"Beside it',
    expect.stringMatching(/^3,open,00:00:04:00,00:00:04:00,100,100,4\.0+,4\.0+,Ada Lovelace,Words 2,no,everyone,1,/),
  ],
  md: [
    '- [ ] **2** `00:00:02:00` **Ada Lovelace**: Words 1',
    '- [ ] **5** `00:00:02:00` **Ada Lovelace**: Beside it',
    '- [ ] **3** `00:00:04:00` **Ada Lovelace**: Words 2',
  ],
  txt: [
    '2  00:00:02:00  Ada Lovelace: Words 1',
    '5  00:00:02:00  Ada Lovelace: Beside it',
    '3  00:00:04:00  Ada Lovelace: Words 2',
  ],
}

test('a preview has the first comments of the file that the same options write, and counts all of them', async () => {
  const video = await film()
  await say(video, 'Words 0', 8)
  const answered = await say(video, 'Words 1', 2)
  for (const place of [2, 3]) await say(video, `Words ${place}`, 2 * place)
  await say(video, 'For us', 1, { visibility: 'team' })
  await say(video, 'Beside it\n1  is no number\n- [ ] nor a task', 2)
  await server.aComment(owner, video, { parent_comment_id: answered.id, content: 'An answer' })
  const preview = (query: string, who: Sender = owner) =>
    server.get(`/api/quick-review/export-preview/${video}?${query}`, who)
  for (const format of EXPORT_FORMATS) {
    const file = await exported(video, `format=${format}`)
    const { file_name, count, lines } = (await preview(`format=${format}`)).json
    const merged = format === 'resolve' || format === 'avid'
    expect([format, count, lines.length]).toEqual([format, merged ? 4 : 5, 3])
    const [, ending] = file_name.split(' v1 ')
    expect(decodeURIComponent(file.disposition)).toMatch(new RegExp(`v1 ${ending}$`))
    const parts: string[] = lines.flatMap((line: string) => line.split(/ {2}(?=Words)/))
    for (const part of parts) expect(file.text).toContain(part)
    expect([format, ...lines]).toEqual([format, ...LINES[format]])
  }
  expect((await preview('format=resolve&start=02:00:00:00&status=open')).json.lines[0]).toBe(
    `02:00:02:00  ${JOINED} |C:ResolveColorBlue |M:2, 5 Ada Lovelace |D:1`,
  )
  const { count, lines } = (await preview('format=txt&team=true')).json
  expect([count, ...lines.map((line: string) => line.split(' ')[0])]).toEqual([6, 'T1', '2', '5'])
  const guest = { ...(await server.aLink(owner, video)), guest_key: 'a guest' }
  expect((await preview('format=txt&team=true', guest)).json.count).toBe(5)
  expect((await preview('format=txt', stranger)).json.code).toBe('not_found')
  const noon = 'format=txt&start=noon'
  expect([(await preview(noon)).status, (await exported(video, noon)).status]).toEqual([400, 400])
})

describe('who may export', () => {
  test('members and links get what they see; team-only comments only members who ask for them', async () => {
    const video = await film()
    await say(video, 'For everyone', 1)
    await say(video, 'For the team', 2, { visibility: 'team' })
    const guest = { ...(await server.aLink(owner, video)), guest_key: 'a guest' }
    await say(video, 'By a guest', 3, {}, guest)
    const viewer = await server.aLink(owner, video, 'viewer')
    const both = ['For everyone', 'By a guest']
    const of = async (who: Sender, query = '') =>
      listed(await exported(video, `format=txt${query}`, who)).map((line) => line.split(': ')[1])
    for (const who of [owner, colleague, guest, viewer]) expect(await of(who)).toEqual(both)
    for (const who of [guest, viewer]) expect(await of(who, '&team=true')).toEqual(both)
    expect(await of(colleague, '&team=true')).toEqual(['For everyone', 'For the team', 'By a guest'])
    expect(await of(colleague, '&team=true&visibility=team')).toEqual(['For the team'])
    expect(await of(guest, `&by=${owner.email}`)).toEqual([])
    const table = await exported(video, 'format=csv&team=true', viewer)
    expect(table.text).not.toMatch(/quick-review|@/)
    expect((await exported(video, 'format=txt')).text).toContain('(guest): By a guest')
  })

  test('nobody else', async () => {
    const video = await film()
    expect((await exported(video, 'format=csv', stranger)).code).toBe('not_found')
    const elsewhere = await server.aLink(owner, await film())
    expect((await exported(video, 'format=csv', elsewhere)).code).toBe('invalid_share_token')
  })
})

describe('the timeline', () => {
  const first = async (video: string, query: string) => {
    const { code, text } = await exported(video, query)
    return code ?? / (\d\d:\d\d:\d\d[:;]\d\d) /.exec(text)?.[1]
  }

  test('starts at the timecode of the file, at an hour for Resolve, or where somebody wants', async () => {
    const plain = await film()
    const labelled = await film({ timecode_start: 10 * 3600 * 25, timecode_drop: false })
    for (const video of [plain, labelled]) await say(video, 'Hold', 2)
    expect(await first(plain, 'format=resolve')).toBe('01:00:02:00')
    expect(await first(plain, 'format=txt')).toBe('00:00:02:00')
    expect(await first(labelled, 'format=resolve')).toBe('10:00:02:00')
    expect(await first(labelled, 'format=resolve&start=23:59:59:00')).toBe('00:00:01:00')
    expect(await first(labelled, 'format=resolve&start=noon')).toBe('validation_failed')
  })

  test('is drop-frame or not as the separator of a typed start says, where the rate has both', async () => {
    const ntsc = { frame_rate_num: 30_000, frame_rate_den: 1001, duration: 120 }
    const plain = await film(ntsc)
    const dropped = await film({ ...ntsc, timecode_start: 107_892, timecode_drop: true })
    // Frame 1800 is a second and a frame after the minute that drop-frame timecode begins with label 2.
    for (const video of [plain, dropped]) await say(video, 'Hold', (1800.5 * 1001) / 30_000)
    for (const video of [plain, dropped]) {
      const [drop, non_drop] = ['01:00:00;00', '01:00:00:00'].map((start) =>
        exported(video, `format=resolve&start=${encodeURIComponent(start)}`),
      )
      expect((await drop!).text).toMatch(/FCM: DROP FRAME.* 01:01:00;02 01:01:00;03 /s)
      expect((await non_drop!).text).toMatch(/FCM: NON-DROP FRAME.* 01:01:00:00 01:01:00:01 /s)
    }
    expect(await first(plain, 'format=resolve')).toBe('01:01:00;02')
    // This label does not exist in drop-frame timecode.
    expect(await first(plain, 'format=resolve&start=00:01:00:00')).toBe('00:02:00:00')
    expect(await first(plain, 'format=resolve&start=00:01:00;00')).toBe('validation_failed')
    expect(await first(await film(), 'format=resolve&start=01:00:00;00')).toBe(undefined)
  })

  test('needs a rate when that of the video varies, or is above 60', async () => {
    const times = Buffer.alloc(8 * 60)
    for (let frame = 0; frame < 60; frame += 1) times.writeDoubleLE(frame + 0.01 * (frame % 3), 8 * frame)
    const varied = await film({ frame_rate_num: null, frame_rate_den: null, frame_times: times })
    const fast = await film({ frame_rate_num: 120, frame_rate_den: 1 })
    for (const video of [varied, fast]) {
      await say(video, 'Hold', 3)
      expect(await first(video, 'format=resolve')).toBe('rate_needed')
      expect(await first(video, 'format=resolve&rate=25')).toBe('01:00:03:00')
    }
    expect((await exported(varied, 'format=csv&rate=29.97')).text).toContain(';')
  })

  test('waits until the frames of the video are known', async () => {
    const video = await film({ frame_rate_num: null, frame_rate_den: null })
    expect((await exported(video, 'format=csv&rate=25')).code).toBe('video_not_ready')
  })
})

test('a list of markers has at most 999; comments on one frame are one of them', async () => {
  const video = await film()
  await say(video, 'Number 0', 0)
  const place = { video_id: video, company_id: owner.company_id, user_id: owner.id }
  const more = Array.from({ length: 999 }, (_, number) =>
    commentRow(place, { content: `Number ${number + 1}`, start_time: (number + 1) / 25 }),
  )
  await server.db.insertInto('comments').values(more).execute()
  for (const format of ['resolve', 'avid'])
    expect((await exported(video, `format=${format}`)).code).toBe('too_many_markers')
  expect((await exported(video, 'format=csv')).text.split('\r\n')).toHaveLength(1002)
  await server.db.updateTable('comments').set({ start_time: 0 }).where('id', '=', more[0]!.id).execute()
  expect((await exported(video, 'format=resolve')).status).toBe(200)
})

test('comments on a rendered video name the place in the video that it was made from', async () => {
  const piece = { rate: { num: 25, den: 1 }, video_id: await film(), source_rate: { num: 30_000, den: 1_001 } }
  const pieces = [
    {
      ...piece,
      frame: 0,
      length: 50,
      video_name: 'a.mov',
      start_frame: 300,
      frames: 60,
      start_time: 10.01,
      timecode: { start: 107_892, drop_frame: true },
    },
    {
      ...piece,
      frame: 50,
      length: 50,
      video_name: 'b.webm',
      start_frame: 7,
      frames: 60,
      start_time: 1.5,
      source_rate: null,
      timecode: null,
    },
  ]
  const video = await film({ source_map: JSON.stringify(pieces) })
  await say(video, 'First', 0)
  await say(video, 'Over the cut', 1.96, { end_time: 2.04 })
  await say(video, 'Past the end', 30)
  const { text } = await exported(video, 'format=csv')
  const [head = [], ...rows] = parse(text, { bom: true }) as string[][]
  expect(head.slice(-4)).toEqual(['source_in', 'source_timecode_in', 'source_out', 'source_timecode_out'])
  expect(rows.map((row) => row.slice(-4))).toEqual([
    ['a.mov', '01:00:10;00', 'a.mov', '01:00:10;00'],
    ['a.mov', '01:00:11;29', 'b.webm', '00:00:01.540'],
    ['', '', '', ''],
  ])
  expect((await exported(video, 'format=resolve')).text).toContain('First [a.mov 01:00:10;00] |C:')
  expect((await exported(video, 'format=txt')).text).toContain('Over the cut (a.mov 01:00:11;29)')
  expect((await exported(await film(), 'format=csv')).text).not.toContain('source_in')
})
