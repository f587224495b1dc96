import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../../seed/answers/comments.ts'
import { box, onlyPage, openPane, settle, stopTheClock } from '../../../../../../test/comments-pane.tsx'
import { commentsApi } from '../../comments-api.ts'
import { mentionsIn, rememberPeople } from './picked.ts'

stopTheClock()

const PEOPLE = ['Ada Lovelace', 'Ada Byron', 'Grace Hopper'].map((name, place) => ({
  user_id: `p${place}`,
  name,
  email: `p${place}@example.org`,
}))
const people = {
  find: async (query: string) => PEOPLE.filter(({ name }) => name.toLowerCase().startsWith(query.toLowerCase())),
  remember: rememberPeople,
}

/** Types at the end of the box, and waits for the list. */
async function typed(words: string): Promise<void> {
  const area = box() as HTMLTextAreaElement
  fireEvent.change(area, { target: { value: words } })
  await settle(200)
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent
const press = (key: string) => fireEvent.keyDown(box(), { key })

test('an @ lists people, and arrows, Enter, Tab and Escape act on the list', async () => {
  openPane({ people })
  await settle()
  await typed('Look, @')
  expect(options()).toEqual(PEOPLE.map(({ name, email }) => `${name} ${email}`))
  expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  expect(box().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  press('ArrowDown')
  press('ArrowDown')
  press('ArrowDown')
  expect(chosen()).toContain('Ada Lovelace')
  press('ArrowUp')
  expect(chosen()).toContain('Grace Hopper')
  press('Escape')
  expect([options(), box()]).toEqual([[], expect.objectContaining({ value: 'Look, @' })])
  await typed('Look, @ada')
  press('ArrowDown')
  press('Enter')
  expect(box()).toHaveProperty('value', 'Look, @Ada Byron ')
  await typed('Look, @Ada Byron and @g')
  press('Tab')
  expect(box()).toHaveProperty('value', 'Look, @Ada Byron and @Grace Hopper ')
  expect(options()).toEqual([])
})

test('a press takes a person, and the box keeps the focus', async () => {
  openPane({ people })
  await settle()
  act(() => box().focus())
  await typed('@gra')
  const option = within(screen.getByRole('listbox')).getByText('Grace Hopper', { exact: false })
  expect(fireEvent.pointerDown(option)).toBe(false)
  fireEvent.click(option)
  expect([document.activeElement, box()]).toEqual([box(), expect.objectContaining({ value: '@Grace Hopper ' })])
})

test("a guest's @ is text", async () => {
  openPane({ people: null }, { guest: true, guest_name: 'Kim' })
  await settle()
  await typed('@ada')
  expect(options()).toEqual([])
})

test('an edit knows the people whom the comment mentions', async () => {
  const mine = { edit: true, delete: true, reply: true, resolve: true }
  const comment = aComment('a', 10, {
    ...{ content: '@Ada Lovelace?', mentions: [{ user_id: 'p0', name: 'Ada Lovelace' }] },
    ...{ mine: true, can: mine },
  })
  openPane({ people, list: async () => ({ ...onlyPage, items: [comment] }) })
  await settle()
  expect(mentionsIn('@Ada Lovelace!')).toBeUndefined()
  fireEvent.click(screen.getByRole('button', { name: /^Edit: / }))
  await settle()
  expect(mentionsIn('@Ada Lovelace!')).toEqual(['p0'])
})

test('a new and a changed comment name the people in their text, and those of a link nobody', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body).mentions)
    return Response.json(aComment('a', 10))
  })
  const [own, shared] = [null, { token: 't' } as never].map((share) => commentsApi('v', 'i', share))
  const both = async () => {
    for (const api of [own, shared]) {
      await api?.create({ content: '@Ada Lovelace?', start_time: 1 })
      await api?.change('a', 'update', { content: 'Nobody' })
    }
    return sent.splice(0)
  }
  expect(await both()).toEqual([undefined, undefined, undefined, undefined])
  rememberPeople([{ user_id: 'p0', name: 'Ada Lovelace' }])
  expect(await both()).toEqual([['p0'], [], undefined, undefined])
})
