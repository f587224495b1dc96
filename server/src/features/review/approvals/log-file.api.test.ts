import { afterAll, expect, test } from 'vitest'
import { headersOf, type Sender } from '../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const decide = (of: string, body: object) => server.post(`/api/quick-review/verdict/${of}`, body, owner)
afterAll(() => server.close())

const fetchLog = (of: string, who: Sender, format: string) =>
  fetch(`${server.base}/api/quick-review/review-log/${of}?format=${format}`, { headers: headersOf(who) })

/** The name that RFC 6266 gives a file, as browsers read it. */
const nameIn = (disposition: string) => decodeURIComponent(disposition.split("filename*=UTF-8''")[1]!)

test.each([
  ['in another script', 'מפרץ é 🚀.mp4'],
  ['with quotes, slashes and percent signs', `a"b\\c/../d%0d%0a'(x)*;e=.mp4`],
  ['as long as a name may be', `${'x'.repeat(200)}.mp4`],
])('the log of a review is a CSV file with a name %s', async (_which, file_name) => {
  const film = await server.aVideo(owner, collection, { duration: 10, file_name })
  await decide(film, { verdict: 'approved', note: '=1+1, "so"\nto speak' })
  const answer = await fetchLog(film, owner, 'csv')
  expect(answer.status).toBe(200)
  const header = (name: string) => answer.headers.get(name)
  expect(header('content-type')).toBe('text/csv; charset=utf-8')
  expect(header('x-content-type-options')).toBe('nosniff')
  expect(header('cache-control')).toBe('no-store')
  expect(header('content-disposition')).toMatch(
    /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/,
  )
  expect(nameIn(header('content-disposition')!)).toBe(`${file_name.replace('.mp4', '')} review log.csv`)
  const text = Buffer.from(await answer.arrayBuffer()).toString()
  const { entries } = (await (await fetchLog(film, owner, 'json')).json()) as { entries: { at: string }[] }
  expect(text).toContain('\uFEFFAt,Version,By,Action,Status before,Status after,Verdict,Note,Asked,Due,Link ended\r\n')
  expect(text).toContain(`${entries.at(-1)!.at},1,Ada Lovelace,verdict,`)
  expect(text).toContain(`,approved,"'=1+1, ""so""\nto speak",,,\r\n`)
})

test('a link gets no log in any format, and an unknown format is refused', async () => {
  const film = await server.aVideo(owner, collection, { duration: 10 })
  const link = await server.aLink(owner, film, 'approver')
  for (const format of ['csv', 'json']) {
    const refused = await fetchLog(film, link, format)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
  }
  expect((await fetchLog(film, owner, 'html')).status).toBe(400)
})

test('the documentation names both answers of the call', async () => {
  const document = (await server.get('/api/docs/json')).json
  const { content } = document.paths['/api/quick-review/review-log/{video_id}'].get.responses['200']
  expect(Object.keys(content)).toEqual(['application/json', 'text/csv'])
  expect(content['application/json'].schema.properties.entries).toBeDefined()
  expect(content['text/csv'].schema).toEqual({ type: 'string', format: 'binary' })
})
