import { parseSmpte } from '@footnote/contract/shared/smpte.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { headersOf } from '../../../../../seed/rows/senders.ts'
import { randomNumbers } from '../../../../test/random-numbers.ts'
import { startTeam } from '../../../../test/team.ts'

// What is exported comes back the same, at every rate and start; and no text, however broken, breaks the server.

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const RATES = [
  ['23.976', 24_000, 1001, false],
  ['24', 24, 1, false],
  ['25', 25, 1, false],
  ['29.97 drop-frame', 30_000, 1001, true],
  ['29.97', 30_000, 1001, false],
  ['50', 50, 1, false],
  ['59.94 drop-frame', 60_000, 1001, true],
] as const
const STARTS = ['no timecode', '00:59:58:00', '10:00:00:00', '23:59:50:00'] as const
/** Texts, with their first and last frames. */
const SAID = [
  ['A point', 0, 0],
  ['A range', 200, 249],
  ['On one frame', 300, 300],
  ['with another', 300, 300],
  ['Emoji \u{1f600}\u{1f1eb}\u{1f1ee}', 500, 500],
  ['שלום and مرحبا', 601, 601],
  ['One | two\tthree', 702, 702],
  ['A ]]> B & <i>C</i> "D", E; F', 803, 803],
  ['=1+1', 904, 904],
  ["'=1+1", 905, 905],
  ["'' '@quoted", 906, 906],
  ['Two\nlines\r\nof text', 1799, 1800],
] as const

const film = (num: number, den: number, timecode: object = {}) =>
  server.aVideo(owner, collection, {
    duration: (3000 * den) / num,
    frame_rate_num: num,
    frame_rate_den: den,
    ...timecode,
  })
async function exported(video: string, query: string): Promise<string> {
  const answer = await fetch(`${server.base}/api/quick-review/export/${video}?${query}`, { headers: headersOf(owner) })
  expect(answer.status).toBe(200)
  return await answer.text()
}
const imported = async (video: string, body: object) => {
  const { status, json } = await server.post(`/api/quick-review/import-comments/${video}`, body, owner)
  expect(status).toBe(200)
  expect(json.skipped).toEqual([])
  return json
}

/** Comments of a discussion with all that a file can bring back. */
async function aDiscussion(num: number, den: number, timecode: object): Promise<string> {
  const video = await film(num, den, timecode)
  const at = (frame: number) => (frame * den) / num + 0.2 * (den / num)
  for (const [content, first, last] of SAID)
    await server.aComment(colleague, video, {
      content,
      start_time: at(first),
      end_time: last > first ? at(last) : null,
      visibility: content === 'with another' ? 'team' : 'everyone',
    })
  const { items } = (await server.get(`/api/quick-review/comments/${video}`, owner)).json
  const [point, range] = items
  await server.post(`/api/quick-review/resolve-comment/${video}/${range.id}`, { resolved: true }, owner)
  const reply = await server.aComment(owner, video, { parent_comment_id: point.id, content: 'An\nanswer' })
  const deeper = await server.aComment(colleague, video, { parent_comment_id: reply.id, content: '-1' })
  await server.aComment(owner, video, { parent_comment_id: deeper.id, content: 'Last' })
  await server.aComment(colleague, video, { parent_comment_id: point.id, content: 'Another' })
  return video
}

/** Rows of a table, without what belongs to the import: people, times of writing, links. */
const kept = (table: string) =>
  parse<Record<string, string>>(table, { bom: true, columns: true }).map(
    ({ author, created_at, resolved_by, resolved_at, link, ...rest }) => rest,
  )

describe.for(RATES)('at %s', ([, num, den, drop]) => {
  test.for(STARTS)('from %s a table and an EDL come back the same', async (start) => {
    const labels = { rate: { num, den }, drop_frame: drop, start_frame: 0 }
    const stated = start === 'no timecode' ? null : parseSmpte(start, labels)
    const timecode =
      stated === null
        ? drop
          ? {}
          : { timecode_start: 0, timecode_drop: false }
        : { timecode_start: stated, timecode_drop: drop }
    const source = await aDiscussion(num, den, timecode)
    const table = await exported(source, 'format=csv&team=true')

    const copy = await film(num, den, timecode)
    const { comments } = await imported(copy, { format: 'csv', content: table })
    expect(comments).toHaveLength(SAID.length + 4)
    const again = await exported(copy, 'format=csv&team=true')
    expect(kept(again)).toEqual(kept(table))
    for (const video of [copy, source])
      expect((await imported(video, { format: 'csv', content: table })).comments).toEqual([])

    const list = await exported(source, 'format=resolve&team=true')
    const marked = await film(num, den, timecode)
    await imported(marked, { format: 'edl', content: list })
    const places = (text: string) => text.split('\r\n').filter((line) => /^\d{3} |\|D:/.test(line))
    const bare = (lines: string[]) => lines.map((line) => line.replace(/\|M:[^|]*/, ''))
    expect(bare(places(await exported(marked, 'format=resolve')))).toEqual(bare(places(list)))
  })
})

describe('no text breaks an import', () => {
  const EDL = [
    'TITLE: A\r\nFCM: DROP FRAME\r\n\r\n001  001      V     C        01:00:10;00 01:00:10;01 01:00:10;00 01:00:10;01  \r\n',
    'Words |C:ResolveColorBlue |M:1 Ana |D:1\r\n* LOC: 01:00:01:14 RED     FIX\r\n* COMMENT: x\r\n* FROM CLIP NAME: a\r\n',
  ].join('')
  const CSV =
    'number,status,timecode_in,seconds_in,seconds_out,author,comment,visibility\r\n1,open,01:00:00:00,1.0,2.0,Ana,"a, ""b""",team\r\n1.1,open,,1.0,,Bo,=1,everyone\r\n'
  const SIGNS = [
    '"',
    ',',
    ';',
    '\t',
    '\r',
    '\n',
    '|',
    ':',
    '*',
    '\0',
    '\ud800',
    '\u202e',
    '99999999999',
    '-',
    '=',
    ' ',
    '\uFEFF',
    '😀',
    '|D:',
    '1.1.1',
  ]

  test.each([
    ['edl', EDL, 1],
    ['csv', CSV, 2],
    ['edl', CSV, 3],
    ['csv', EDL, 4],
  ] as const)('%s, changed at random 150 times', async (format, whole, place) => {
    const video = await film(30_000, 1001)
    const next = randomNumbers(place)
    const pick = (most: number) => Math.floor(next() * most)
    for (let time = 0; time < 150; time += 1) {
      let content = whole
      for (let change = pick(8); change >= 0; change -= 1) {
        const [at, length] = [pick(content.length), pick(12)]
        content = content.slice(0, at) + (SIGNS[pick(SIGNS.length)] ?? '') + content.slice(at + length)
      }
      const body = { format, content, dry_run: time % 2 === 0 }
      const { status, json } = await server.post(`/api/quick-review/import-comments/${video}`, body, owner)
      expect([200, 400], JSON.stringify(content)).toContain(status)
      if (status !== 200) continue
      const lines = content.split(/\r\n|\r|\n/).length
      for (const { line, why } of json.skipped) {
        expect(line, JSON.stringify(content)).toBeGreaterThan(0)
        expect(line).toBeLessThanOrEqual(lines)
        expect(why).toMatch(/\.$/)
      }
    }
  })
})
