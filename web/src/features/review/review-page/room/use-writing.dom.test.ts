import { fireEvent, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useWriting } from './use-writing.ts'

/** A page with a film, a list with an answer, and the form of a new comment. */
function openPage() {
  const page = document.createElement('main')
  page.innerHTML = `
    <section class="stage">
      <button>Play</button><input aria-label="Go to a time"><div class="picture-board" tabindex="0"></div>
    </section>
    <ul tabindex="0"><li><form><textarea aria-label="Reply"></textarea><button type="button">Cancel</button></form></li></ul>
    <form class="composer"><textarea aria-label="Comment"></textarea><button type="button">Draw</button><span>Change name</span></form>`
  document.body.append(page)
  renderHook(() => useWriting({ current: page }))
  const find = (selector: string) => {
    const found = page.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`There is no ${selector}`)
    return found
  }
  /** A finger on an element, which takes the focus if it can. */
  const press = async (selector: string) => {
    const element = find(selector)
    fireEvent.mouseDown(element)
    if (element.tabIndex >= 0) element.focus()
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    fireEvent.mouseUp(element)
    fireEvent.click(element)
    await new Promise((done) => setTimeout(done))
  }
  return { page, find, press, writing: () => page.dataset.writing }
}

test('somebody writes a comment from the first press on its box to a press beside it', async () => {
  const { press, writing } = openPage()
  expect(writing()).toBeUndefined()
  await press('.composer textarea')
  expect(writing()).toBe('comment')
  await press('ul')
  expect(writing()).toBeUndefined()
})

test('a press on the film or on a button of the form ends nothing', async () => {
  const { press, writing } = openPage()
  await press('.composer textarea')
  for (const place of ['.stage button', '.composer button', '.stage']) {
    await press(place)
    expect(writing(), place).toBe('comment')
  }
})

test('an answer is written elsewhere, and a time of the film is not writing', async () => {
  const { press, writing } = openPage()
  await press('.stage input')
  expect(writing()).toBeUndefined()
  await press('ul textarea')
  expect(writing()).toBe('elsewhere')
})

test('writing ends when a press removes the form of an answer', async () => {
  const { find, press, writing } = openPage()
  await press('ul textarea')
  find('ul button').addEventListener('click', () => find('ul form').remove())
  await press('ul button')
  expect(writing()).toBeUndefined()
})

test('writing ends when somebody begins to draw, and goes on when a press removes a part of the form', async () => {
  const { find, press, writing } = openPage()
  await press('.composer textarea')
  find('.composer span').addEventListener('click', () => find('.composer span').remove())
  await press('.composer span')
  expect(writing()).toBe('comment')
  find('.composer button').addEventListener('click', () => find('.picture-board').focus())
  await press('.composer button')
  expect(writing()).toBeUndefined()
})

test('writing ends where Tab leaves the form, and when the page takes the focus away', async () => {
  const { find, writing } = openPage()
  find('.composer textarea').focus()
  find('.composer button').focus()
  expect(writing()).toBe('comment')
  find('ul').focus()
  expect(writing()).toBeUndefined()
  find('.composer textarea').focus()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  find('.composer textarea').blur()
  await vi.waitFor(() => expect(writing()).toBeUndefined())
})

test('the page has the part of the window that a keyboard leaves', async () => {
  const seen = Object.assign(new EventTarget(), { height: 420, offsetTop: 12 })
  vi.stubGlobal('visualViewport', seen)
  const { page, press, writing, find } = openPage()
  await press('.composer textarea')
  const parts = () => ['--seen-top', '--seen-height'].map((name) => page.style.getPropertyValue(name))
  expect(parts()).toEqual(['12px', '420px'])
  Object.assign(seen, { height: 300, offsetTop: 0 })
  seen.dispatchEvent(new Event('resize'))
  expect(parts()).toEqual(['0px', '300px'])
  // The keyboard goes, and the box has lost the focus: nobody writes any more.
  fireEvent.mouseDown(find('.stage'))
  find('.composer textarea').blur()
  Object.assign(seen, { height: window.innerHeight })
  seen.dispatchEvent(new Event('resize'))
  expect(writing()).toBeUndefined()
  vi.unstubAllGlobals()
})
