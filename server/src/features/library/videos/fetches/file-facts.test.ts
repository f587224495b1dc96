import { expect, test } from 'vitest'
import { measured } from '../../../../../test/work.ts'
import { factsOf } from './file-facts.ts'

const kindOf = async (start: string) => (await factsOf({}, 'film', Buffer.from(start))).kind

test.each([
  '<!DOCTYPE html><p>No film</p>',
  '\ufeff \n<html>',
  '<!-- built at noon --> <!----><!-- <video> -->\n<head>',
  '<BODY class="a">',
])('%j is the beginning of a page', async (start) => {
  expect(await kindOf(start)).toBe('page')
})

test.each(['<htmlish>', '<!-- never closed <html>', '<!--><html>', 'html', '<!-- a --><video>'])(
  '%j is none',
  async (start) => {
    expect(await kindOf(start)).toBe('other')
  },
)

test('many comments before an element are read once', async () => {
  const { result, work } = await measured(() => kindOf(`${'<!---->'.repeat(28)}<video>`))
  expect(result).toBe('other')
  expect(work).toBeLessThan(500)
})
