import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { DRAWING } from '@footnote/contract/shared/review-limits.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ffmpeg, H264 } from '../../server/test/made-media.ts'
import { mailParts } from '../../server/test/mail-parts.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { unzipped } from '../../server/test/unzipped.ts'
import { type Browser, signIn } from '../browser.ts'
import { type Account, allIndexed, ask, createAccount, createReviewCollection, uploadVideo } from '../calls.ts'
import { endBursts } from '../database.ts'
import { HOSTILE_WORDS } from '../hostile-words.ts'
import { connectProduct } from '../product.ts'
import { button, PATIENCE } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// Guests write scripts into everything that they may write. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('hostile-words')
let account: Account
let owner: Browser
let guest: Browser
let video: string
let link: string
const dialogs: string[] = []

/** Everything opens a trap: a dialog, or the variable that every script of the list sets. */
async function trap({ context, page }: Browser): Promise<void> {
  page.on('dialog', (shown) => {
    dialogs.push(shown.message())
    void shown.dismiss()
  })
  context.on('page', () => dialogs.push('a page opened'))
}
/** What the scripts would be if they were markup. */
const MARKUP =
  'main :is(script, iframe, style, math, foreignObject, [onerror], [onload], [ontoggle], [srcdoc], [href^="javascript:"])'
const HEADERS = [
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'From',
  'To',
  'Subject',
  'Message-ID',
  'Date',
  'MIME-Version',
  'Content-Type',
]
const nothingRan = async (page: Page) =>
  expect([await page.evaluate(() => Reflect.get(window, '__ran') ?? null), dialogs]).toEqual([null, []])

beforeAll(async () => {
  const file = path.join(folder, 'harbour.mp4')
  await ffmpeg('-f', 'lavfi', '-i', 'color=gray:s=640x360:r=25:d=2', ...H264, '-g', '5', file)
  ;[account, owner, guest] = await Promise.all([createAccount(product), testBrowser(), testBrowser()])
  await Promise.all([trap(owner), trap(guest)])
  await signIn(owner.context, account.storage)
  const collection = await createReviewCollection(product, account, 'Rushes')
  video = await uploadVideo(product, account, collection, file)
  await allIndexed(product, account, collection, PATIENCE)
  const call = `sharing_router/create-share-link/${video}`
  link = (await ask<{ share_url: string }>(product, account, call, { permission: 'approver' })).share_url
  const token = new URL(link).pathname.split('/').at(-1)!
  for (const [place, words] of HOSTILE_WORDS.entries()) {
    const shape = {
      t: 'text',
      c: 'red',
      s: 0.03,
      p: [0.1, (place % 90) / 100 + 0.05],
      text: words.slice(0, DRAWING.text),
    }
    const body = {
      content: words,
      start_time: 0,
      guest_name: words.slice(0, TEXT.name),
      drawing: { v: 1, shapes: [shape] },
    }
    const answer = await fetch(`${product.origin}/api/quick-review/create-comment/${video}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-share-token': token, 'x-guest-key': `browser ${place % 7}` },
      body: JSON.stringify(body),
    })
    if (answer.status === 429) throw new Error('The product lets a guest write no more.')
    expect(answer.status, words).toBe(200)
    // A link may send 30 requests a second.
    await wait(40)
  }
}, 2 * PATIENCE)

afterAll(() => Promise.all([owner, guest].map((browser) => browser?.close())))

test('120 scripts as comments, names and drawings are words in the review page of owner and guest', async () => {
  expect(HOSTILE_WORDS).toHaveLength(120)
  for (const [{ page }, address] of [
    [owner, `${product.origin}/quick-review/${account.user_id}/${video}`],
    [guest, link],
  ] as const) {
    await page.goto(address)
    const list = page.getByRole('region', { name: 'List of comments' })
    await expect.poll(() => page.locator('.drawing text').count(), { timeout: PATIENCE }).toBe(120)
    const drawn = await page.locator('.drawing text').allTextContents()
    // A text that is one line loses the signs that turn its direction.
    const oneLine = (words: string) => words.replaceAll(/[\u202e\u2066]/g, '').trim()
    expect(drawn.sort()).toEqual(HOSTILE_WORDS.map((words) => oneLine(words.slice(0, DRAWING.text))).sort())
    // The list draws a page of them, and the next when somebody reaches its end.
    await expect
      .poll(async () => {
        await list.locator('li.comment').last().scrollIntoViewIfNeeded()
        return await list.locator('li.comment').count()
      })
      .toBe(120)
    const texts = await list.textContent()
    for (const words of HOSTILE_WORDS) expect(texts).toContain(words)
    expect(await page.locator(MARKUP).count()).toBe(0)
    await nothingRan(page)
  }
})

test('they are words in notifications, stills and names of stills', async () => {
  const { page } = owner
  await button(page, /^Notifications/).click()
  await page.getByText('commented on harbour.mp4').first().waitFor()
  await nothingRan(page)
  await ask(product, account, `quick-review/stills/${video}`, { comment_ids: null, drawings: true })
  let address: string | null = null
  await expect
    .poll(
      async () => {
        const { notifications } = await ask<{ notifications: Notification[] }>(product, account, 'get_notifications')
        address = notifications.find(({ type }) => type === 'EXPORT')?.download_file ?? null
        return address
      },
      { timeout: PATIENCE },
    )
    .not.toBeNull()
  const zip = await fetch(new URL(address ?? '', product.origin))
  const stills = unzipped(new Uint8Array(await zip.arrayBuffer()))
  expect(stills.size).toBe(120)
  for (const [name, picture] of stills) {
    expect(name).toMatch(/^v1 00-00-00-00 \d+ [^\\/:*?"<>|]*\.png$/)
    const { format, width, height } = await sharp(picture).metadata()
    expect([format, width, height]).toEqual(['png', 640, 360])
  }
})

test('they are words in the gathered mail, in its text and its HTML, and no header is theirs', async () => {
  const outbox = path.join(product.data_dir, 'outbox')
  const read = async () => {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')))
    return mails.filter((mail) => mail.includes(`To: ${account.email}`) && mail.includes('List-Unsubscribe'))
  }
  await endBursts(product, account)
  await expect.poll(async () => (await read()).length, { timeout: PATIENCE }).toBeGreaterThan(0)
  const { page } = await testBrowser()
  for (const mail of await read()) {
    const [head = ''] = mail.split(/\r?\n\r?\n/, 1)
    const lines = head.split(/\r?\n(?![ \t])/)
    expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual(HEADERS)
    expect(lines.at(-1)).toMatch(/^Content-Type: multipart\/alternative; boundary=/)
    const { text, html } = mailParts(mail)
    for (const words of HOSTILE_WORDS.slice(0, 20)) expect(text).toContain(words.split('\n')[0])
    await page.setContent(html)
    const within = MARKUP.replace('main ', 'body ')
    expect(await page.locator(within).count()).toBe(0)
    await nothingRan(page)
  }
})
