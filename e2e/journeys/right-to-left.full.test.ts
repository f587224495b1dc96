import { readFile } from 'node:fs/promises'
import type { Transcript } from '@footnote/contract/nouns/library/transcripts.ts'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { replaceTranscript } from '../../seed/rows/copied-videos.ts'
import { type Account, ask, createCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, fileOf, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// A transcript in Hebrew and one in Arabic: read, edited, quoted and downloaded.
const product = connectProduct(inject('product'))
const HEBREW = 'חומת הנמל הישנה נבנתה ביד, לפני 120 שנה.'
const ARABIC = 'بُني جدار الميناء باليد، قبل 120 سنة.'
let account: Account
let video: string

beforeEach(async () => {
  account = await addPerson(product, { first_name: 'Dana', plan: 'TEAM' })
  const collection = await createCollection(product, account, 'Coast')
  const film = 'Kitchen notes: a lemon tart.mp4'
  video = await addVideo(product, account, collection, { film, file_name: 'harbour.mp4' })
  const texts = ['one two three four five six seven', 'eight nine ten eleven twelve']
  const spoken = texts.map((text, number) => ({ speaker: number + 1, start: 8 * number, text }))
  await inDatabase(product, (db) => replaceTranscript(db, video, 'he', spoken))
})
afterEach(noComplaints)

const lines = (page: Page) => page.getByRole('region', { name: 'Spoken lines' })
const paragraph = (page: Page, place: number) => lines(page).locator('.said p:not([id])').nth(place)
const said = async (page: Page) =>
  (await lines(page).locator('.said p:not([id])').allTextContents()).map((text) => text.trim())
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const left = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().left)

/** Makes all words of a paragraph other ones, by keyboard. */
async function write(page: Page, first: string, at: string, text: string): Promise<void> {
  await lines(page).locator('[data-word]').getByText(first, { exact: true }).dblclick()
  await page.getByRole('textbox', { name: `Words at ${at}` }).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: `Words at ${at}` }).waitFor({ state: 'detached' })
}

/** Opens the review, and makes the words Hebrew and Arabic. */
async function openEdited(): Promise<Page> {
  const { page } = await testBrowser({ as: account })
  await page.goto(`${product.origin}/quick-review/${account.user_id}/${video}`)
  await write(page, 'one', '0:00', HEBREW)
  await write(page, 'eight', '0:08', ARABIC)
  return page
}

test('words are edited into Hebrew and Arabic, and are read from right to left', async () => {
  const page = await openEdited()
  expect(await said(page)).toEqual([HEBREW, ARABIC])
  for (const place of [0, 1]) {
    expect(await paragraph(page, place).evaluate((one) => getComputedStyle(one).direction)).toBe('rtl')
    const words = paragraph(page, place).locator('[data-word]')
    expect(await left(words.nth(0))).toBeGreaterThan(await left(words.nth(1)))
  }
  const { subtitle_word } = await ask<Transcript>(product, account, `transcripts/${video}`)
  expect(subtitle_word.map(({ word }) => word).join(' ')).toBe(`${HEBREW} ${ARABIC}`)
  await isInOrder(page)
})

test('the left arrow leads to the next word, and the field has the word selected', async () => {
  const page = await openEdited()
  const words = HEBREW.split(' ')
  await lines(page).locator('[tabindex="0"]').focus()
  await page.keyboard.press('Home')
  // The name of the speaker is before the first word.
  await page.keyboard.press('ArrowLeft')
  expect(await focused(page)).toBe(words[0])
  await page.keyboard.press('ArrowLeft')
  expect(await focused(page)).toBe(words[1])
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toBe(words[0])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Words at 0:00' })
  await field.waitFor()
  const selected = await field.evaluate((one) => {
    if (!(one instanceof HTMLTextAreaElement)) throw new Error('The words are no field')
    return one.value.slice(one.selectionStart, one.selectionEnd)
  })
  expect(selected).toBe(words[1])
  expect(await field.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl')
  await isInOrder(page)
  await page.keyboard.press('Escape')
})

test('a quote keeps the order of its words, and its timecode and link stay behind it', async () => {
  const page = await openEdited()
  await lines(page)
    .locator('[data-word]')
    .first()
    .evaluate((first) => {
      const words = [...document.querySelectorAll('[data-word]')]
      getSelection()?.setBaseAndExtent(first, 0, words[2]!, 1)
    })
  await isInOrder(page)
  await button(page, 'Copy quote').click()
  await page.getByText('Quote copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^\u2068“חומת הנמל הישנה”\u2069 Speaker 1, harbour v1, 00:00:00[:;]00, http\S+\?t=0$/)
})

test('subtitles and text have the words in their order, each line in one direction', async () => {
  const page = await openEdited()
  const whole = (text: string) => text.replaceAll(/\r?\n/g, ' ')
  for (const [entry, name] of [
    ['Subtitles (VTT)', `<v Speaker 1>${HEBREW}`],
    ['Subtitles (SRT)', `Speaker 1: ${HEBREW}`],
    ['Text (TXT)', `[0:00] Speaker 1: ${HEBREW}`],
  ] as const) {
    await button(page, 'Copy or download').click()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).click(),
    ])
    const text = await readFile(await fileOf(saved), 'utf8')
    expect(whole(text)).toContain(name)
    expect(whole(text)).toContain(ARABIC)
    if (entry !== 'Subtitles (VTT)') expect(text).toMatch(/Speaker 1:\r?\n/)
  }
})
