import { approvals } from '@footnote/contract/nouns/review/approvals.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { download } from './download.ts'

afterEach(() => vi.unstubAllGlobals())

test('a file is saved under the name that the server gives it, in any script', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const name = `attachment; filename="_ _.csv"; filename*=UTF-8''%D7%99%20%C3%A9.csv`
    return new Response('a,b', { headers: { 'content-type': 'text/csv', 'content-disposition': name } })
  })
  const saved: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await download(approvals.log, { params: { video_id: 'v' }, query: { format: 'csv' } })
  expect([asked, saved]).toEqual([['/api/quick-review/review-log/v?format=csv'], ['י é.csv']])
})

test('a refusal is an error, and nothing is saved', async () => {
  const detail = 'No.'
  const problem = { type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail, message: detail }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(problem), { status: 403 }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  const refused = download(approvals.log, { params: { video_id: 'v' }, query: { format: 'csv' } })
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
  expect(click).not.toHaveBeenCalled()
})
