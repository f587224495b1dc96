import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listedFiles } from './listed-files.ts'

const root = dirname(import.meta.dirname)
const TREES = ['server', 'web', 'contract', 'seed', 'e2e', 'soak', 'bench', 'bin', 'samples']
/** The reader of films may call them so, see `docs/reference/films.md`. */
const READER = 'server/src/media/film.ts'

/** Words that say what happened to a thing, or nothing: alone they are no names of types. */
const VAGUE = new Set(
  [
    'Wanted Asked Found Shown Known Heard Kept Taken Given Sent Made Met Seen Said Held Lost Chosen Begun Done Drawn',
    'Spoken Sought Written Bound Watched Stored Placed Opened Pressed Imported Measured Named Filled Described Decoded',
    'Tried Noted Looked Likened Listed Worked Dragged Examined Embedded Defaulted Counted Rendered Parsed Played',
    'Calibrated Sheeted Tagged Ranked Needs Means Place Film Way Ground Answered Captioned Checked',
    'Compared Declared Exchanged Expected Filtered Fused Headed Hidden Indexed Inserted Invited Launched Lent Listened',
    'Marked Paged Posted Probed Quoted Received Replaced Returned Scored Skipped Started Typed Unsaved Weighted',
  ].flatMap((line) => line.split(' ')),
)
const DECLARATION = /^\s*(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)\b(?=[ <])/gm

/** @returns the types of a file whose names say nothing */
const vagueTypes = (text: string): string[] =>
  [...text.matchAll(DECLARATION)].flatMap(([, name = '']) => (VAGUE.has(name) ? [name] : []))

test('types have names of things', () => {
  const files = listedFiles(...TREES).filter((file) => /\.tsx?$/.test(file) && file !== READER)
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((file) =>
    vagueTypes(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['interface Wanted {', 'Wanted'],
  ["export type Needs = Pick<Services, 'db'>", 'Needs'],
  ['export interface Found<Row> extends Rows {', 'Found'],
  ['  class Opened {', 'Opened'],
])('a planted name is found: %s', (line, name) => {
  expect(vagueTypes(`const a = 1\n${line}\n`)).toEqual([name])
})

test.each([
  'interface FoundFile {',
  'const Found = 1',
  'export type RenderServices = Pick<Services>',
  '// type Met = 1',
])('other names pass: %s', (line) => {
  expect(vagueTypes(line)).toEqual([])
})
