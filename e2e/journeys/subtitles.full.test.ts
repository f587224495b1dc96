import type { Page } from 'playwright-core'
import { afterEach, expect, inject, test } from 'vitest'
import { createShareLink } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, isInOrder, message, tabTo } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'
import { addSilent, addSubtitles, addTalk, found, lines, openField, openTalk, said, word } from '../transcript-page.ts'

// People bring words in: from files of other programs, dropped or chosen, and by typing them.
const product = connectProduct(inject('product'))
afterEach(noComplaints)

const cue = (number: number, start: string, end: string, text: string) =>
  `${number}\r\n00:00:${start} --> 00:00:${end}\r\n${text}\r\n\r\n`
const SRT = [
  cue(1, '01,000', '03,000', 'Good morning, and welcome.'),
  cue(2, '06,000', '08,000', 'The old quay was built by hand.'),
].join('')
const typed = (page: Page) => page.getByRole('textbox', { name: /^Line/ })

/** Drops a file on the transcript, as a person does with a mouse. */
async function dropOn(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content ?? ''], file ?? ''))
      return transfer
    },
    [name, text],
  )
  const panel = page.getByRole('region', { name: 'Transcript', exact: true })
  for (const event of ['dragover', 'drop']) await panel.dispatchEvent(event, { dataTransfer: files })
}

test('a dropped file asks before it replaces corrected words, and one undo brings them back', async () => {
  const talk = await addTalk(product, 'harber')
  const { page } = await testBrowser({ as: talk.owner })
  await openTalk(page, talk)
  await word(page, 'wall').dblclick()
  await openField(page, '0:00')
  await page.keyboard.type('quay')
  await page.keyboard.press('Enter')
  await page.getByText('Transcript saved').waitFor()
  await dropOn(page, 'harbour.srt', SRT)
  await dialog(page).getByText('The lines of harbour.srt replace all words of this transcript.').waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Cancel').click()
  expect((await said(page)).join(' ')).toContain('harber quay')
  await dropOn(page, 'harbour.srt', SRT)
  await button(dialog(page), 'Replace').click()
  const imported = message(page, 'Imported harbour.srt: 2 lines.')
  await imported.waitFor()
  await expect
    .poll(async () => (await said(page)).map((text) => text.trim()))
    .toEqual(['Good morning, and welcome.', 'The old quay was built by hand.'])
  await button(imported, 'Undo').click()
  await expect.poll(async () => (await said(page)).join(' ')).toContain('The old harber quay was built by hand.')
})

test('another page of the video gets the words, the history names the file, and undo and redo hold there', async () => {
  const talk = await addSilent(product)
  const [{ page }, { page: other }] = await Promise.all([
    testBrowser({ as: talk.owner }),
    testBrowser({ as: talk.owner }),
  ])
  await Promise.all([page.goto(talk.address), other.goto(talk.address)])
  await Promise.all([page, other].map((each) => button(each, 'Add subtitles').waitFor()))
  await addSubtitles(page, 'harbour.srt', SRT)
  await lines(other).getByText('morning').waitFor()
  await button(page, 'History').click()
  await page.getByRole('region', { name: 'List of changes' }).getByText('imported harbour.srt').waitFor()
  await isInOrder(page)
  await button(page, /^Undo the change of Ada Lovelace/).click()
  await button(other, 'Add subtitles').waitFor()
  await button(page, /^Redo the change of Ada Lovelace/).click()
  await lines(other).getByText('quay').waitFor()
  expect(await found(page, talk, 'old quay')).toEqual([expect.stringContaining('harbour.mp4, 0:0')])
})

test('lines that are left out are listed with their reasons, and a file without lines says why it is refused', async () => {
  const talk = await addSilent(product)
  const { page } = await testBrowser({ as: talk.owner, width: 390, height: 844 })
  await page.goto(talk.address)
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await button(page, 'Add subtitles').waitFor()
  await isInOrder(page)
  await addSubtitles(page, 'harbour.ass', '[Script Info]')
  await page.getByText('This is not an SRT or WebVTT file.').waitFor()
  await isInOrder(page)
  await addSubtitles(page, 'harbour.srt', SRT.replace('00:00:08,000', '00:00:0x,000'))
  await page.getByText('One subtitle was left out.').waitFor()
  await button(page, 'Show why').tap()
  await dialog(page).getByText('Line 6').waitFor()
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await said(page)).map((text) => text.trim())).toEqual(['Good morning, and welcome.'])
})

test('the keyboard alone types lines where the video is, and search finds them', async () => {
  const talk = await addSilent(product)
  const { page } = await testBrowser({ as: talk.owner })
  await page.goto(`${talk.address}?t=12`)
  await tabTo(page, button(page, 'Type a line'))
  await page.keyboard.press('Enter')
  await typed(page).waitFor()
  await expect.poll(() => typed(page).getAttribute('aria-label')).toBe('Line at 0:12')
  await page.keyboard.type('Gulls circle over the breakwater.')
  await isInOrder(page)
  await page.keyboard.press('Enter')
  await page.getByText('Added from 0:12').waitFor()
  await lines(page).getByText('breakwater.').waitFor()
  await page.keyboard.type('Then the ferry leaves.')
  await page.keyboard.press('Enter')
  await page.getByText('Added from 0:13').waitFor()
  await page.keyboard.press('Escape')
  await typed(page).waitFor({ state: 'detached' })
  await expect.poll(() => said(page)).toHaveLength(1)
  await page.reload()
  await expect
    .poll(async () => (await said(page)).join(' ').trim())
    .toBe('Gulls circle over the breakwater. Then the ferry leaves.')
  // No engine heard other words there.
  expect(await lines(page).locator('[data-was]').count()).toBe(0)
  expect(await found(page, talk, 'ferry leaves')).toEqual([expect.stringContaining('harbour.mp4, 0:1')])
})

test('a line that cannot be sent stays until the server takes it', async () => {
  const talk = await addTalk(product, 'harbour')
  const { page } = await testBrowser({ as: talk.owner, width: 390, height: 844 })
  await page.goto(`${talk.address}?t=16`)
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await button(page, 'Add words').tap()
  await page.getByRole('menuitem', { name: 'Type a line' }).tap()
  await typed(page).fill('The ferry leaves.')
  await page.route('**/api/transcripts/**', (route) => route.fulfill({ status: 429, body: 'busy' }))
  await button(page, 'Add').tap()
  await page.getByText('Not added. Your words stay here until you try again.').waitFor()
  await isInOrder(page)
  expect(await typed(page).inputValue()).toBe('The ferry leaves.')
  await page.unroute('**/api/transcripts/**')
  await button(page, 'Add').tap()
  await lines(page).getByText('ferry').waitFor()
  await button(page, 'Done').tap()
  await typed(page).waitFor({ state: 'detached' })
})

test('guests with a link see no way to add words', async () => {
  const talk = await addSilent(product)
  const link = await createShareLink(product, talk.owner, talk.video, 'commenter')
  const { page } = await testBrowser()
  await page.goto(new URL(link, product.origin).href)
  await page.getByText('The speech was not transcribed.').waitFor()
  for (const name of ['Add subtitles', 'Type a line', 'Add words']) expect(await button(page, name).count()).toBe(0)
  await dropOn(page, 'harbour.srt', SRT)
  expect(await page.getByLabel('Subtitle file').count()).toBe(0)
  await page.getByText('The speech was not transcribed.').waitFor()
})
