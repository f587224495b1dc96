import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { guidePictures } from '../e2e/guide-pictures.ts'
import { pageOf, readGuide } from '../web/guide-pages.ts'
import { type Block, type GuidePage, type Inline, PICTURE_SIZE } from '../web/src/features/public/guide/guide-page.ts'
import { listedFiles } from './listed-files.ts'

const root = dirname(import.meta.dirname)
const FOLDER = join(root, 'docs', 'guide')
const PICTURES = join(FOLDER, 'pictures')
const MOST_WORDS = 250
const MOST_BYTES = 60_000

const pages = readGuide(FOLDER)

const linesOf = (block: Block): readonly (readonly Inline[])[] => {
  if (block.kind === 'picture') return []
  if (block.kind === 'list') return block.items
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [block.text]
}
const inlinesOf = ({ summary, blocks }: GuidePage): Inline[] => [...summary, ...blocks.flatMap(linesOf).flat()]
const picturesOf = ({ blocks }: GuidePage) =>
  blocks.flatMap((block) => (block.kind === 'picture' ? [{ name: block.name, alt: block.alt }] : []))
const textOf = (inline: Inline): string => (typeof inline === 'string' ? inline : inline.text)

/** The sources of the web app without tests and comments. */
const sources = listedFiles('web/src')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('web/src/app/gallery/'))
  .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))

/** Whether a screen shows a text: as a whole string or element, or as the beginning of one that ends in a number. */
const isShown = (text: string): boolean => {
  const quoted = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const shown = new RegExp(`(?:[>'"\`]|\\n) *${quoted}(?:['"\`<]| ?\\n| \\(?\\$\\{)`)
  return sources.some((source) => shown.test(source))
}

test('the guide has ten short pages, each with a title, a sentence that sums it up, and one or two pictures', () => {
  expect(pages).toHaveLength(10)
  for (const page of pages) {
    const words = inlinesOf(page).map(textOf).join(' ').split(/\s+/).length
    expect(words, page.name).toBeLessThanOrEqual(MOST_WORDS)
    expect(page.title, page.name).toMatch(/^[A-Z]/)
    expect(page.summary.map(textOf).join(''), page.name).toMatch(/\.$/)
    expect([1, 2], page.name).toContain(picturesOf(page).length)
  }
})

test('every picture is there in both themes, of one size, small, described, and made by a script', async () => {
  const used = pages.flatMap(picturesOf)
  for (const { name, alt } of used) {
    expect(alt.split(' ').length, name).toBeGreaterThan(2)
    for (const theme of ['light', 'dark']) {
      const file = join(PICTURES, `${name}-${theme}.webp`)
      const { width, height } = await sharp(file).metadata()
      expect({ width, height }, file).toEqual(PICTURE_SIZE)
      expect(statSync(file).size, file).toBeLessThanOrEqual(MOST_BYTES)
    }
  }
  const names = used.map(({ name }) => name).sort()
  expect(guidePictures.map(({ name }) => name).sort()).toEqual(names)
  expect(readdirSync(PICTURES).sort()).toEqual(names.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]))
})

test('every link leads to another page of the guide', () => {
  const links = pages
    .flatMap(inlinesOf)
    .flatMap((inline) => (typeof inline !== 'string' && inline.kind === 'link' ? [inline.to] : []))
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((to) => !pages.some(({ name }) => to === `/help/${name}`))).toEqual([])
})

test('the screens show every text that the guide prints in bold', () => {
  const bold = pages.flatMap((page) =>
    inlinesOf(page).flatMap((inline) =>
      typeof inline !== 'string' && inline.kind === 'strong' ? [{ page: page.name, text: inline.text }] : [],
    ),
  )
  expect(bold.length).toBeGreaterThan(80)
  expect(bold.filter(({ text }) => !isShown(text))).toEqual([])
})

test.each(['Upload Video files', 'Make a link', 'Less', 'Shar'])('no screen shows %s', (text) => {
  expect(isShown(text)).toBe(false)
})

describe('a page is refused with', () => {
  test.each([
    ['no title', 'Text.', 'no title'],
    ['a link to another site', '# A\n\nSee [this](https://example.org/).', 'a link to https://example.org/'],
    ['a link to a screen that it may not have', '# A\n\nSee [this](/nothing).', 'a link to /nothing'],
    ['a picture of another site', '# A\n\nB.\n\n![c](https://example.org/c.webp)', "Markdown of the kind 'image'"],
    ['markup', '# A\n\nB.\n\n<video src="c"></video>', "Markdown of the kind 'html'"],
    ['a list in a list', '# A\n\nB.\n\n- c\n  - d', 'a list in a list'],
    ['code that fills lines', '# A\n\nB.\n\n```\nc\n```', "Markdown of the kind 'code'"],
  ])('%s', (_, markdown, fault) => {
    expect(() => pageOf('01-a.md', markdown)).toThrow(fault)
  })
})
