import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listedFiles } from './listed-files.ts'

const root = path.dirname(import.meta.dirname)
/** Where the name of an author becomes text, with the mark of a guest. */
const AUTHORS = 'web/src/features/review/comments/list/author.ts'

/** Places that read a part of an author's name. */
const namesIn = (text: string): string[] => text.match(/\b(?:first_name|last_name)\b/g) ?? []

test('comments on the screen get the names of their authors from one file, which marks guests', () => {
  const files = listedFiles('web/src/features/review/comments').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const reading = files.filter((file) => namesIn(readFileSync(path.join(root, file), 'utf8')).length > 0)
  expect(reading).toEqual([AUTHORS])
})

test('a place that prints a name by itself is noticed', () => {
  expect(namesIn('<b>{[comment.first_name, comment.last_name].join()}</b>')).toEqual(['first_name', 'last_name'])
  expect(namesIn('<PersonName {...partsOf(comment)} />')).toEqual([])
})
