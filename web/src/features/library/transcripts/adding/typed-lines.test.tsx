import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { after, problem, spoken, transcriptPage, WORDS } from '../../../../../test/transcript-page.tsx'

const page = transcriptPage()
const lines = () =>
  page.sent
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => (body as { edits: { start_time: number; end_time: number; text: string }[] }).edits[0])
const added = (text: string, from: number) => spoken(text, from).map((word) => ({ ...word, original: '' }))
const field = (at: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Line at ${at}` })
const type = (text: string, into: HTMLElement) => act(async () => fireEvent.change(into, { target: { value: text } }))
const key = (name: string, at: HTMLElement) => act(async () => fireEvent.keyDown(at, { key: name }))

test('a typed line begins where the video is, Enter adds it and begins the next one, Escape leaves', async () => {
  await page.open()
  await page.move(12)
  await page.press('Type a line')
  const box = await field('0:12')
  expect(document.activeElement).toBe(box)
  await page.move(14.25)
  await field('0:14')
  await type('Good morning', box)
  await page.move(17.5)
  await field('0:14')
  page.answer = () => after({ subtitle_word: added('Good morning', 14.25) })
  await key('Enter', box)
  expect(lines()).toEqual([{ start_time: 14.25, end_time: 17.5, text: 'Good morning' }])
  await within(page.panel()).findByText('Added from 0:14 to 0:17')
  expect((await field('0:17')).value).toBe('')
  expect(document.activeElement).toBe(box)
  await expect.poll(() => document.querySelectorAll('[data-word]').length).toBe(2)
  // The video stays: the line ends when its letters are read, and the next one begins there.
  await type('x'.repeat(50), box)
  page.answer = () => after({ revision: 2, subtitle_word: added('Good morning x', 14.25) })
  await key('Enter', box)
  expect(lines()[1]).toEqual({ start_time: 17.5, end_time: 20, text: 'x'.repeat(50) })
  await key('Escape', await field('0:20'))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement?.closest('.transcript-words')).not.toBeNull()
})

test('a line that somebody typed whole is not marked as a correction, a word that was added to another is', async () => {
  await page.open({ subtitle_word: [...WORDS, ...added('carefully', 7), ...added('Good morning', 20)] })
  await expect
    .poll(() => [...document.querySelectorAll('[data-was]')].map(({ textContent }) => textContent))
    .toEqual(['carefully'])
})

test('an added line is undone beside the field', async () => {
  await page.open()
  await page.press('Type a line')
  const box = await field('0:00')
  await type('Good morning', box)
  await key('Enter', box)
  await page.press('Undo')
  expect(page.sent.at(-1)).toMatchObject({ path: '/api/transcripts/v1/undo', body: { edit_id: 'e1' } })
  await screen.findByText('Change undone')
  expect(within(page.panel()).queryByText('Added from 0:00 to 0:01')).toBeNull()
})

test('in a transcript a line goes to the next pause, and never into the words after it', async () => {
  await page.open({ subtitle_word: [...WORDS, ...spoken('And the light.', 12)], transcript_revision: 1 })
  await page.move(3)
  await page.pick('Type a line')
  const box = await field('0:07')
  await type('x'.repeat(80), box)
  await key('Enter', box)
  expect(lines()).toEqual([{ start_time: 7.901, end_time: 10.999, text: 'x'.repeat(80) }])
  // After it, people speak to 0:14.9.
  await field('0:15')
})

test('words that cannot be added stay, and Enter tries again', async () => {
  await page.open()
  await page.press('Type a line')
  const box = await field('0:00')
  await type('Good morning', box)
  page.answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await key('Enter', box)
  await screen.findByText('Not added. Your words stay here until you try again.')
  expect(box.value).toBe('Good morning')
  page.answer = () => after()
  await key('Enter', box)
  await screen.findByText('Added from 0:00 to 0:01')
})

test('a change of somebody else elsewhere does not stop a line, and one in its place moves it', async () => {
  await page.open()
  await page.press('Type a line')
  const box = await field('0:00')
  await type('Good morning', box)
  let theirs = spoken('Later', 30)
  page.answer = ({ method, body }) =>
    method === 'GET'
      ? after({ revision: 5, subtitle_word: theirs, ...{ total: 1, page: 1, pages: 1 } })
      : body.revision === 5
        ? after({ revision: 6, subtitle_word: theirs })
        : problem(409, 'changed_meanwhile', 'Changed')
  await key('Enter', box)
  await screen.findByText('Added from 0:00 to 0:01')
  expect(lines()).toHaveLength(2)
  theirs = [...added('Hello', 1.2), ...spoken('Later', 30)]
  await page.show({ transcript_revision: 4 })
  await type('How are you?', await field('0:01'))
  await key('Enter', box)
  await screen.findByText('Somebody added words there meanwhile. Enter adds your line at 0:02.')
  expect(box.value).toBe('How are you?')
  await field('0:02')
  await key('Enter', box)
  await expect.poll(() => lines().at(-1)).toEqual({ start_time: 2.1, end_time: 3.1, text: 'How are you?' })
})

test('where people speak to the end, the field says so until the video is in a pause', async () => {
  await page.open({ subtitle_word: spoken('word '.repeat(60).trim(), 0), transcript_revision: 1 })
  await page.move(5)
  await page.pick('Type a line')
  const box = await screen.findByRole('textbox', { name: 'Line' })
  await screen.findByText('People speak to the end from here. Go to a pause in the video.')
  await type('Good morning', box)
  await key('Enter', box)
  expect(lines()).toEqual([])
  await page.show({ subtitle_word: spoken('word '.repeat(20).trim(), 0) })
  await page.move(30)
  await key('Escape', await field('0:30'))
})
