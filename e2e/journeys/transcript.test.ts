import { readFile } from 'node:fs/promises'
import type { Comment, CommentPage } from '@footnote/contract/nouns/comments.ts'
import type { Transcript } from '@footnote/contract/nouns/transcripts.ts'
import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { type Account, ask, createCollection, createShareLink } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addVideo } from '../library.ts'
import { addMember, addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, fileOf, isInOrder, message, tabTo } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'
import { replaceTranscript } from '../video-rows.ts'

// Two people correct what an engine misheard, and quote it.
const product = connectProduct(inject('product'))
/** Lines of two voices, as they were heard or said. */
const linesAbout = (name: 'harber' | 'harbour') => [
  { speaker: 1, start: 0, text: `The old ${name} wall was built by hand.` },
  { speaker: 2, start: 6, text: `And the ${name} light came later.` },
  { speaker: 1, start: 11, text: `Every ${name} needs one, says the pilot.` },
]
let ada: Account
let collection: string
let video: string

beforeEach(async () => {
  ada = await addPerson(product, { plan: 'TEAM' })
  collection = await createCollection(product, ada, 'Coast')
  video = await addVideo(product, ada, collection, { film: 'A walk through the harbour.mp4', file_name: 'harbour.mp4' })
  await transcribe('harber')
})

/** Makes what an engine heard the transcript. */
const transcribe = (name: 'harber' | 'harbour') =>
  inDatabase(product, (db) => replaceTranscript(db, video, 'en', linesAbout(name)))
/** Names the first speaker everywhere. */
const nameSpeaker = (revision: number) =>
  ask(product, ada, `transcripts/${video}/speakers`, { revision, from: 'Speaker 1', name: 'Ana Ruiz' }, 'PUT')

const review = () => `${product.origin}/quick-review/${ada.user_id}/${video}`
const lines = (page: Page) => page.getByRole('region', { name: 'Spoken lines' })
const word = (page: Page, text: string) => lines(page).locator('[data-word]').getByText(text, { exact: true }).first()
/** The words of each paragraph, without the numbers of comments. */
const said = (page: Page) =>
  lines(page)
    .locator('.said p:not([id])')
    .evaluateAll((all) =>
      all.map((each) => [...each.childNodes].map((node) => (node.nodeName === 'SUP' ? '' : node.textContent)).join('')),
    )
const history = (page: Page) => page.getByRole('region', { name: 'History of the transcript' })
const transcript = () => ask<Transcript>(product, ada, `transcripts/${video}`)

async function open(page: Page): Promise<void> {
  await page.goto(review())
  await lines(page).locator('[data-word]').first().waitFor()
}

/** Waits for the field of a paragraph. @param at its time */
const openField = (page: Page, at: string) => page.getByRole('textbox', { name: `Words at ${at}` }).waitFor()

/** Presses the right arrow in the transcript until a word has the focus. */
async function arrowTo(page: Page, text: string): Promise<void> {
  await tabTo(page, lines(page).locator('[tabindex="0"]'))
  await page.keyboard.press('Home')
  for (let step = 0; step < 40; step++) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === text) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`The arrow keys never reached ${text}`)
}

/** Names of the moments that a search finds. */
async function found(page: Page, query: string): Promise<string[]> {
  await page.goto(`${product.origin}/collections/${collection}/search?q=${encodeURIComponent(`"${query}"`)}`)
  await page.locator('.asked').waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  const names = await page.getByRole('button', { name: /^Play / }).all()
  return await Promise.all(names.map(async (each) => (await each.getAttribute('aria-label')) ?? ''))
}

test('the keyboard alone corrects a word, and search finds it and no longer the old one', async () => {
  const { page } = await testBrowser({ as: ada })
  await open(page)
  await arrowTo(page, 'harber')
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Words at 0:00' })
  await field.waitFor()
  // The word is selected, so typing replaces it.
  await page.keyboard.type('harbour')
  await isInOrder(page)
  await page.keyboard.press('Enter')
  await page.getByText('Transcript saved').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('harbour')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tooltip').getByText('was: harber').waitFor()
  await isInOrder(page)
  expect(await found(page, 'harbour wall')).toEqual([expect.stringContaining('harbour.mp4, 0:00')])
  expect(await found(page, 'harber wall')).toEqual([])
})

test('Escape gives up, and the undo key takes the last change back', async () => {
  const { page } = await testBrowser({ as: ada })
  await open(page)
  await arrowTo(page, 'wall')
  await page.keyboard.press('F2')
  await openField(page, '0:00')
  await page.keyboard.type('well')
  await page.keyboard.press('Escape')
  await expect.poll(() => said(page)).toContainEqual(expect.stringContaining('The old harber wall was built by hand.'))
  await page.keyboard.press('F2')
  await openField(page, '0:00')
  await page.keyboard.type('quay')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await said(page))[0]?.trim()).toBe('The old harber quay was built by hand.')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('quay')
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('Change undone').waitFor()
  await expect.poll(async () => (await said(page))[0]?.trim()).toBe('The old harber wall was built by hand.')
})

test('a speaker gets a name everywhere, and one paragraph another one', async () => {
  const { page } = await testBrowser({ as: ada })
  await open(page)
  await page.getByRole('button', { name: 'Speaker 1, speaker' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Rename Speaker 1 in all 2' }).click()
  await page.keyboard.type('Ana Ruiz')
  await isInOrder(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('button', { name: 'Ana Ruiz, speaker' }).count()).toBe(2)
  await page.getByRole('button', { name: 'Speaker 2, speaker' }).click()
  await page.getByRole('menuitemradio', { name: 'Ana Ruiz' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Ana Ruiz, speaker' }).count()).toBe(3)
  await button(message(page, 'Ana Ruiz speaks at 0:06'), 'Undo').click()
  await page.getByRole('button', { name: 'Speaker 2, speaker' }).waitFor()
})

test('replace counts first, replaces all places as one change, and one undo takes it back', async () => {
  const { page } = await testBrowser({ as: ada })
  await open(page)
  await button(page, 'Search the transcript').click()
  await page.getByRole('textbox', { name: 'Search the transcript' }).fill('HARBER')
  await button(page, 'Find and replace').click()
  await button(page, 'Replace all 3').waitFor()
  await button(page, 'Match case').click()
  await expect.poll(() => button(page, 'Replace all').isDisabled()).toBe(true)
  await button(page, 'Match case').click()
  await page.getByLabel('Replace with').fill('harbour')
  await isInOrder(page)
  await button(page, 'Replace all 3').click()
  await page.getByText('Replaced in 3 places').waitFor()
  await expect.poll(async () => (await said(page)).join(' ')).not.toContain('harber')
  await button(page, 'Close search').click()
  await button(page, 'History').click()
  const first = history(page).getByRole('listitem').first()
  await first.getByText('Ada Lovelace').waitFor()
  await isInOrder(page)
  await first.getByRole('button', { name: /^Undo the change of Ada Lovelace/ }).click()
  await expect.poll(async () => (await said(page)).join(' ').split('harber').length - 1).toBe(3)
  await first.getByRole('button', { name: /^Redo the change/ }).click()
  await expect.poll(async () => (await said(page)).join(' ')).not.toContain('harber')
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Comments', exact: true }).waitFor()
})

/** Selects words with the mouse's help of the browser, from one to another. */
const select = (page: Page, from: string, to: string) =>
  word(page, from).evaluate((first, last) => {
    const words = [...document.querySelectorAll('[data-word]')]
    const end = words.find((each, place) => place >= words.indexOf(first) && each.textContent === last)
    getSelection()?.setBaseAndExtent(first, 0, end!, 1)
  }, to)

test('selected words become a quote with the speaker, the version, the timecode and a link', async () => {
  const { page } = await testBrowser({ as: ada })
  await transcribe('harbour')
  await nameSpeaker(0)
  await open(page)
  await select(page, 'old', 'wall')
  await isInOrder(page)
  await button(page, 'Copy quote').click()
  await page.getByText('Quote copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `“old harbour wall” Ana Ruiz, harbour v1, 00:00:00:12, ${review()}?t=0.48`,
  )
})

test('selected words become a comment on exactly their frames', async () => {
  const { page } = await testBrowser({ as: ada })
  await transcribe('harbour')
  await open(page)
  await select(page, 'old', 'wall')
  await page.getByRole('toolbar', { name: 'Selected words' }).getByRole('button', { name: 'Comment' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Comment')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Show it longer')
  await page.keyboard.press('Shift+Enter')
  const listed = async () =>
    (await ask<CommentPage>(product, ada, `quick-review/comments/${video}?page=1&page_size=10`)).items
  await expect.poll(async () => (await listed()).length).toBe(1)
  const [comment] = (await listed()) as [Comment]
  expect(comment.content).toBe('“old harbour wall”\nShow it longer')
  // Half a second to two seconds, at 25 frames a second: frame 49 is the last one before two seconds.
  expect([comment.start_time * 25, (comment.end_time ?? 0) * 25]).toEqual([expect.closeTo(12), expect.closeTo(49)])
})

test('two people who change the same words lose neither text, and other words arrive while one types', async () => {
  await transcribe('harbour')
  const ben = await addMember(product, ada, { first_name: 'Ben', last_name: 'Okafor' })
  const [{ page: mine }, { page: theirs }] = await Promise.all([testBrowser({ as: ada }), testBrowser({ as: ben })])
  await Promise.all([open(mine), open(theirs)])
  await word(mine, 'built').dblclick()
  await openField(mine, '0:00')
  await mine.keyboard.type('raised')
  // Ben's other words come without taking the field away.
  await word(theirs, 'later.').dblclick()
  await openField(theirs, '0:06')
  await theirs.keyboard.type('later still.')
  await theirs.keyboard.press('Enter')
  await expect.poll(async () => (await said(mine)).join(' ')).toContain('came later still.')
  const field = mine.getByRole('textbox', { name: 'Words at 0:00' })
  expect(await field.inputValue()).toContain('raised by hand')
  // The same words.
  await word(theirs, 'built').dblclick()
  await openField(theirs, '0:00')
  await theirs.keyboard.type('made')
  await theirs.keyboard.press('Enter')
  await theirs.getByText('Transcript saved').first().waitFor()
  const conflict = mine.getByRole('region', { name: 'The other words' })
  await conflict.getByText('The old harbour wall was made by hand.').waitFor()
  expect(await field.inputValue()).toContain('raised by hand')
  await isInOrder(mine)
  await button(conflict, 'Save mine').click()
  await mine.getByText('Transcript saved').first().waitFor()
  await expect.poll(async () => (await said(theirs))[0]?.trim()).toBe('The old harbour wall was raised by hand.')
})

test('words that cannot be sent stay until the network is back', async () => {
  const { page } = await testBrowser({ as: ada })
  await open(page)
  await word(page, 'pilot.').dblclick()
  await openField(page, '0:11')
  await page.route('**/api/transcripts/**', (route) => route.abort())
  await page.keyboard.type('keeper.')
  await page.keyboard.press('Enter')
  await page.getByText('Not saved. Your words stay here until you try again.').waitFor()
  await isInOrder(page)
  await page.unroute('**/api/transcripts/**')
  await button(page, 'Try again').click()
  await expect.poll(async () => (await said(page)).at(-1)).toContain('says the keeper.')
})

test('the downloaded subtitles and text have the corrected words and the names', async () => {
  const { page } = await testBrowser({ as: ada })
  for (const [revision, find, replace] of [
    [0, 'harber', 'harbour'],
    [1, 'built', 'raised'],
  ])
    await ask(product, ada, `transcripts/${video}/replace`, { revision, find, replace })
  await nameSpeaker(2)
  await open(page)
  for (const [entry, name] of [
    ['Subtitles (VTT)', '<v Ana Ruiz>The old harbour wall was raised by hand.'],
    ['Subtitles (SRT)', 'Ana Ruiz: The old harbour wall was raised by hand.'],
    ['Text (TXT)', '[0:00] Ana Ruiz: The old harbour wall was raised by hand.'],
  ] as const) {
    await button(page, 'Download transcript').click()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).click(),
    ])
    expect(
      (await readFile(await fileOf(saved), 'utf8')).replaceAll(/\r?\n(?=wall|was|raised|by|hand)/g, ' '),
    ).toContain(name)
  }
  await expect
    .poll(async () => {
      const { subtitle_url } = await transcript()
      return subtitle_url && (await (await fetch(new URL(subtitle_url, product.origin))).text())
    })
    .toContain('<v Ana Ruiz>The old harbour wall was raised')
})

test('on a phone, touch corrects a word and the history covers the comments', async () => {
  await transcribe('harbour')
  const { page } = await testBrowser({ as: ada, width: 390, height: 844 })
  await page.goto(review())
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await word(page, 'Every').tap()
  await button(page, 'Edit').tap()
  const field = page.getByRole('textbox', { name: 'Words at 0:11' })
  await field.waitFor()
  await isInOrder(page)
  await page.keyboard.type('Each')
  await button(page, 'History').tap()
  await history(page).getByText('Each').first().waitFor()
  await isInOrder(page)
  await button(history(page), 'Close history').tap()
  await expect.poll(async () => (await said(page)).at(-1)).toContain('Each harbour needs one')
  await select(page, 'Each', 'one,')
  await page.getByRole('toolbar', { name: 'Selected words' }).getByRole('button', { name: 'Comment' }).tap()
  await page.getByRole('tab', { name: 'Comments', selected: true }).waitFor()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Comment', exact: true }).inputValue())
    .toContain('“Each harbour needs one,”')
})

test('a guest reads and quotes, and has nothing to edit with', async () => {
  await nameSpeaker(0)
  const { page } = await testBrowser({ width: 390, height: 844 })
  const link = await createShareLink(product, ada, video, 'viewer')
  await page.goto(product.origin + link)
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await word(page, 'Every').dblclick()
  await button(page, 'Copy quote').waitFor()
  expect(await button(page, 'Edit').count()).toBe(0)
  expect(await button(page, 'History').count()).toBe(0)
  expect(
    await lines(page)
      .getByRole('button', { name: /speaker$/ })
      .count(),
  ).toBe(0)
  expect(await page.getByRole('toolbar').getByRole('button', { name: 'Comment' }).count()).toBe(0)
  expect(await lines(page).getByText('Ana Ruiz').count()).toBe(2)
})
