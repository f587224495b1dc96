import { afterEach, expect, inject, test } from 'vitest'
import { connectProduct } from '../product.ts'
import { button, isInOrder, message } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'
import { addSilent, addSubtitles, addTalk, arrowTo, found, lines, openField, openTalk } from '../transcript-page.ts'

// A person corrects what an engine misheard, and searches for it.
const product = connectProduct(inject('product'))
afterEach(noComplaints)

test('the keyboard alone corrects a word, and search finds it and no longer the old one', async () => {
  const talk = await addTalk(product, 'harber')
  const { page } = await testBrowser({ as: talk.owner })
  await openTalk(page, talk)
  await arrowTo(page, 'harber')
  await page.keyboard.press('F2')
  await openField(page, '0:00')
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
  expect(await found(page, talk, 'harbour wall')).toEqual([expect.stringContaining('harbour.mp4, 0:00')])
  expect(await found(page, talk, 'harber wall')).toEqual([])
})

test('a speaker gets a name everywhere, and one paragraph another one', async () => {
  const talk = await addTalk(product, 'harber')
  const { page } = await testBrowser({ as: talk.owner })
  await openTalk(page, talk)
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

test('a subtitle file brings words in, search finds them, and undo takes them back', async () => {
  const talk = await addSilent(product)
  const { page } = await testBrowser({ as: talk.owner })
  await page.goto(talk.address)
  await button(page, 'Add subtitles').waitFor()
  await isInOrder(page)
  await addSubtitles(page, 'harbour.srt', '1\n00:00:01,000 --> 00:00:03,000\nThe quay of Führ was built by hand.\n')
  await message(page, 'Imported harbour.srt: 1 line.').waitFor()
  await lines(page).getByText('Führ').waitFor()
  expect(await found(page, talk, 'quay of fuhr')).toEqual([expect.stringContaining('harbour.mp4, 0:01')])
  await page.goto(talk.address)
  await button(page, 'History').click()
  await button(page, /^Undo the change of Ada Lovelace/).click()
  await page.getByText('The speech was not transcribed.').waitFor()
  expect(await found(page, talk, 'quay of fuhr')).toEqual([])
})
