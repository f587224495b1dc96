import { readFile } from 'node:fs/promises'
import type { Transcript } from '@footnote/contract/nouns/library/transcripts.ts'
import type { Comment, CommentPage } from '@footnote/contract/nouns/review/comments.ts'
import { afterEach, expect, inject, test } from 'vitest'
import { ask, createShareLink } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { button, fileOf, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'
import { addTalk, lines, nameSpeaker, openTalk, select, word } from '../transcript-page.ts'

// Words leave a transcript as quotes, comments and files.
const product = connectProduct(inject('product'))
afterEach(noComplaints)

test('selected words become a quote with the speaker, the version, the timecode and a link', async () => {
  const talk = await addTalk(product, 'harbour')
  const { page } = await testBrowser({ as: talk.owner })
  await nameSpeaker(talk, 0)
  await openTalk(page, talk)
  await select(page, 'old', 'wall')
  await isInOrder(page)
  await button(page, 'Copy quote').click()
  await page.getByText('Quote copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `“old harbour wall” Ana Ruiz, harbour v1, 00:00:00:12, ${talk.address}?t=0.48`,
  )
})

test('selected words become a comment on exactly their frames', async () => {
  const talk = await addTalk(product, 'harbour')
  const { page } = await testBrowser({ as: talk.owner })
  await openTalk(page, talk)
  await select(page, 'old', 'wall')
  await page.getByRole('toolbar', { name: 'Selected words' }).getByRole('button', { name: 'Comment' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Comment')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Show it longer')
  await page.keyboard.press('Shift+Enter')
  const listed = async () =>
    (await ask<CommentPage>(product, talk.owner, `quick-review/comments/${talk.video}?page=1&page_size=10`)).items
  await expect.poll(async () => (await listed()).length).toBe(1)
  const [comment] = (await listed()) as [Comment]
  expect(comment.content).toBe('“old harbour wall”\nShow it longer')
  // Half a second to two seconds, at 25 frames a second: frame 49 is the last one before two seconds.
  expect([comment.start_time * 25, (comment.end_time ?? 0) * 25]).toEqual([expect.closeTo(12), expect.closeTo(49)])
})

test('the downloaded subtitles and text have the corrected words and the names', async () => {
  const talk = await addTalk(product, 'harber')
  const { page } = await testBrowser({ as: talk.owner })
  for (const [revision, find, replace] of [
    [0, 'harber', 'harbour'],
    [1, 'built', 'raised'],
  ])
    await ask(product, talk.owner, `transcripts/${talk.video}/replace`, { revision, find, replace })
  await nameSpeaker(talk, 2)
  await openTalk(page, talk)
  for (const [entry, name] of [
    ['Subtitles (VTT)', '<v Ana Ruiz>The old harbour wall was raised by hand.'],
    ['Subtitles (SRT)', 'Ana Ruiz: The old harbour wall was raised by hand.'],
    ['Text (TXT)', '[0:00] Ana Ruiz: The old harbour wall was raised by hand.'],
  ] as const) {
    await button(page, 'Copy or download').click()
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
      const { subtitle_url } = await ask<Transcript>(product, talk.owner, `transcripts/${talk.video}`)
      return subtitle_url && (await (await fetch(new URL(subtitle_url, product.origin))).text())
    })
    .toContain('<v Ana Ruiz>The old harbour wall was raised')
})

test('a guest reads and quotes, and has nothing to edit with', async () => {
  const talk = await addTalk(product, 'harber')
  await nameSpeaker(talk, 0)
  const { page } = await testBrowser({ width: 390, height: 844 })
  const link = await createShareLink(product, talk.owner, talk.video, 'viewer')
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
