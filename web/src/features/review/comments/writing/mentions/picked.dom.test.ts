import { beforeEach, expect, test } from 'vitest'
import { startSession } from '../../../../../lib/session.ts'
import { mentionsIn, rememberPeople } from './picked.ts'

const person = (user_id: string, name: string) => ({ user_id, name })

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

test('without known people a text says nothing about mentions', () => {
  expect(mentionsIn('@Ada Lovelace')).toBeUndefined()
})

test('a text mentions the picked people whose names it still has', () => {
  rememberPeople([person('a', 'Ada Lovelace')])
  rememberPeople([person('g', 'Grace Hopper')])
  expect(mentionsIn('@Ada Lovelace: too dark, @Grace Hopper?')?.toSorted()).toEqual(['a', 'g'])
  expect(mentionsIn('@Ada Lovelace’s frame')).toEqual(['a'])
  expect(mentionsIn('Ada Lovelace, @Grace')).toEqual([])
})

test.each([
  ['@Ann Lee', ['short']],
  ['@Ann Leeson', ['long']],
  ['@Ann Leeson and @Ann Lee', ['long', 'short']],
  ['@Ann Leesons', []],
])('%j names the person with the whole name', (text, ids) => {
  rememberPeople([person('short', 'Ann Lee'), person('long', 'Ann Leeson')])
  expect(mentionsIn(text)).toEqual(ids)
})

test('of two people of one name the last picked one counts', () => {
  rememberPeople([person('one', 'Ada Lovelace')])
  rememberPeople([person('other', 'Ada Lovelace')])
  expect(mentionsIn('@Ada Lovelace')).toEqual(['other'])
})

test('another account of the tab has other people', () => {
  rememberPeople([person('a', 'Ada Lovelace')])
  const user = { id: 'someone', email: 'e@example.org', first_name: 'F', last_name: 'L', company_id: 'c' }
  startSession({ access: 'a', refresh: 'r', user })
  expect(mentionsIn('@Ada Lovelace')).toBeUndefined()
})

test('what storage has of another form is nobody', () => {
  sessionStorage.setItem('footnote.people.undefined', '{')
  expect(mentionsIn('@Ada')).toBeUndefined()
})
