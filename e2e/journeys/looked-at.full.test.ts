import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { newBarriers, sayLooks } from '../looked-at.ts'
import { testBrowser } from '../test-browser.ts'

// What axe leaves out because it has seen it in this run.
const { origin } = inject('product')
const root = await temporaryFolder('looked-at')

/** Opens the login screen, which axe then sees once. */
async function seenOnce(): Promise<Page> {
  const { page } = await testBrowser()
  await page.goto(`${origin}/login`)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await newBarriers(page, root)).toEqual([])
  return page
}

test('axe leaves out what it has seen, and looks again in the other theme and at another width', async () => {
  const page = await seenOnce()
  const looks = () => Number(/at (\d+) states/.exec(sayLooks(root))?.[1])
  const before = looks()
  expect(await newBarriers(page, root)).toEqual([])
  expect(looks()).toBe(before)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await newBarriers(page, root)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await newBarriers(page, root)).toEqual([])
  expect(looks()).toBe(before + 2)
})

test.each([
  ['a pale text', 'p', {}, 'Pale', 'color-contrast'],
  ['a field without a name', 'input', { type: 'text' }, '', 'label'],
  ['a button without words', 'button', { type: 'button' }, '', 'button-name'],
  ['a picture without words', 'img', { src: 'data:,' }, '', 'image-alt'],
])('%s is found on a screen that axe has seen, each time', async (_, element, attributes, text, rule) => {
  const page = await seenOnce()
  // The page's policy refuses markup and styles as text.
  await page.locator('main').evaluate(
    (main, { name, facts, words }) => {
      const added = document.createElement(name)
      for (const [fact, value] of Object.entries(facts)) added.setAttribute(fact, value)
      if (words) Object.assign(added.style, { color: '#ddd', background: '#fff' })
      added.append(words)
      main.append(added)
    },
    { name: element, facts: attributes, words: text },
  )
  for (const time of ['first', 'second'])
    expect(await newBarriers(page, root), time).toEqual([expect.stringContaining(rule)])
})
