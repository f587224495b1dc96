import { expect, test } from 'vitest'
import { bySubFolder, isSystemFile, namesIn, type PathFile, pathOf } from './folders.ts'
import { isVideo } from './unfit.ts'
import { sortOut } from './use-video-drop.ts'

const at = (path: string, type = 'video/mp4'): PathFile =>
  Object.assign(new File(['film'], path.split('/').at(-1)!, { type }), { path })
const groups = (...paths: string[]) =>
  [...bySubFolder(paths.map((path) => ({ file: at(path) })))].map(([name, files]) => [
    name,
    files.map(({ file }) => file.name),
  ])

test('a file by itself has no path, one of a folder has it with the name of the folder', () => {
  expect(['./one.mp4', '/one.mp4', 'one.mp4'].map((path) => pathOf(at(path)))).toEqual([null, null, null])
  expect(['/Day 2/A/one.mp4', 'Day 2/A/one.mp4'].map((path) => pathOf(at(path)))).toEqual(
    Array(2).fill('Day 2/A/one.mp4'),
  )
})

test('files of operating systems are left out without a word', () => {
  const system = ['/D/.DS_Store', '/D/Thumbs.db', '/D/._one.mp4', '/D/__MACOSX/one.mp4', '/D/.Trashes/one.mp4']
  expect(system.filter((path) => !isSystemFile(at(path)))).toEqual([])
  expect(isSystemFile(at('/D/one.mp4'))).toBe(false)
  expect(sortOut([at('/D/one.mp4'), at('/D/._one.mp4')], [at('/D/.DS_Store', '')])).toMatchObject({ refusal: null })
})

test('files that are no videos are counted and named', () => {
  const others = Array.from({ length: 7 }, (_, place) => at(`/D/note ${place}.txt`, 'text/plain'))
  const { files, refusal } = sortOut([at('/D/one.mp4')], others)
  expect(files.map(({ name }) => name)).toEqual(['one.mp4'])
  expect(refusal).toContain('7 files are none')
  expect(refusal).toContain('note 0.txt, note 1.txt, note 2.txt, note 3.txt, note 4.txt and 2 more')
})

test('a folder with more than 10,000 files is refused as a whole', () => {
  const many = Array.from({ length: 10_001 }, (_, place) => at(`/D/${place}.mp4`))
  expect(sortOut(many, [])).toMatchObject({ files: [], refusal: expect.stringContaining('10,001') })
  expect(sortOut(many.slice(1), []).files).toHaveLength(10_000)
})

test('sub-folders are those of the chosen folder, at any depth below', () => {
  expect(groups('/Day/B 10/x.mp4', '/Day/B 9/y.mp4', '/Day/B 9/deep/z.mp4', '/Day/own.mp4')).toEqual([
    [null, ['own.mp4']],
    ['B 9', ['y.mp4', 'z.mp4']],
    ['B 10', ['x.mp4']],
  ])
})

test('several chosen folders are the sub-folders', () => {
  expect(groups('/One/x.mp4', '/Two/deep/y.mp4', './alone.mp4')).toEqual([
    [null, ['alone.mp4']],
    ['One', ['x.mp4']],
    ['Two', ['y.mp4']],
  ])
})

test('a video is known by its type or by its extension', () => {
  expect([at('a.mp4'), at('b.MKV', ''), at('c.txt', 'text/plain')].map(isVideo)).toEqual([true, true, false])
  expect(namesIn(['a', 'b'])).toBe('a, b')
})
