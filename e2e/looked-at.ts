import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { findBarriers, type Rules, settle } from './barriers.ts'

/** What axe finds depends on. */
interface Look {
  /** Address without ids, open dialogs and menus, theme, width of the window. */
  readonly state: string
  /** Kinds of visible elements in this theme and width: what they are, and how their text is drawn. */
  readonly kinds: readonly string[]
}

/** States and kinds that axe found to be in order; looks and left_out count. */
interface Memory {
  readonly states: Set<string>
  readonly kinds: Set<string>
  looks: number
  left_out: number
}

/** Test files run in processes of their own, so they share what axe has seen in a file. */
const fileIn = (folder: string): string => path.join(folder, 'looked-at.ndjson')

let remembered: { readonly folder: string; readonly memory: Memory } | undefined

/**
 * Findings of axe, unless it has seen the same in this run: this state of a screen, and each kind of element on it.
 * @param folder of the run
 * @param rules for a page that axe has just seen with all rules in another theme, those of colours
 * @returns a line for each finding
 */
export async function newBarriers(page: Page, folder: string, rules: Rules = 'all'): Promise<string[]> {
  if (remembered?.folder !== folder) remembered = { folder, memory: readLooks(folder) }
  const { memory } = remembered
  await settle(page)
  const before = await lookOf(page)
  if (memory.states.has(before.state) && before.kinds.every((kind) => memory.kinds.has(kind))) {
    keep(folder, memory, { left_out: 1 })
    return []
  }
  const found = await findBarriers(page, rules)
  // Axe saw what was there before and after it. What it complains of, it must see again.
  const after = await lookOf(page)
  const stayed = before.state === after.state ? before.kinds.filter((kind) => after.kinds.includes(kind)) : []
  const fresh = stayed.filter((kind) => !memory.kinds.has(kind))
  keep(folder, memory, found.length > 0 || stayed.length === 0 ? {} : { state: before.state, kinds: fresh })
  return found
}

interface Line extends Partial<Look> {
  readonly left_out?: number
}

function keep(folder: string, memory: Memory, line: Line): void {
  add(memory, line)
  appendFileSync(fileIn(folder), `${JSON.stringify(line)}\n`)
}

function add(memory: Memory, { state, kinds = [], left_out }: Line): void {
  if (left_out) memory.left_out += 1
  else memory.looks += 1
  if (state !== undefined) memory.states.add(state)
  for (const kind of kinds) memory.kinds.add(kind)
}

function readLooks(folder: string): Memory {
  const memory: Memory = { states: new Set(), kinds: new Set(), looks: 0, left_out: 0 }
  for (const line of linesOf(fileIn(folder))) add(memory, JSON.parse(line) as Line)
  return memory
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** How often axe ran, and how often it had seen everything before. @param folder of the run */
export function sayLooks(folder: string): string {
  const { looks, left_out } = readLooks(folder)
  return `axe looked at ${looks} states of screens; ${left_out} more had nothing that it had not seen in this run`
}

async function lookOf(page: Page): Promise<Look> {
  const { address, open, drawn, kinds } = await readPage(page)
  return { state: short([address, open, drawn]), kinds: kinds.map((kind) => short([drawn, kind])) }
}

const short = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)

const readPage = (page: Page) =>
  page.evaluate(() => {
    const ids = (text: string) =>
      text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/shared\/)[\w-]+/g, '*').replaceAll(/\d+/g, '0')
    /** Attributes whose value decides what an element is; of others it counts that they are there. */
    const telling =
      /^(role|type|lang|dir|tabindex|disabled|open|aria-(?!label|labelledby|describedby|controls|owns|activedescendant|value).*)$/
    const own = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
    /** What is drawn behind the text of an element. */
    const ground = (element: Element | null): string => {
      if (!element) return ''
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
      const layers = [
        backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : backgroundColor,
        backgroundImage === 'none' ? '' : ids(backgroundImage),
        opacity === '1' ? '' : opacity,
      ].filter(Boolean)
      return layers.join() + (/^rgb\(/.test(backgroundColor) ? '' : ground(element.parentElement))
    }
    const written = (element: Element) => {
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      return [color, fontSize, fontWeight, ground(element)].join()
    }
    const kindOf = (element: Element) => {
      const attributes = [...element.attributes]
        .filter(({ name }) => !/^(class|id|style|value|data-.*)$/.test(name))
        .map(({ name, value }) => (telling.test(name) ? `${name}=${value}` : value.trim() ? name : `${name} empty`))
      const around = element.parentElement
      return [
        element.localName,
        attributes.sort().join(),
        around ? `${around.localName}${around.getAttribute('role') ?? ''}` : '',
        element.textContent?.trim() ? 'words' : '',
        own(element) ? written(element) : '',
      ].join('|')
    }
    const seen = [...document.querySelectorAll('*')].filter((element) => element.checkVisibility())
    const { pathname, searchParams } = new URL(location.href)
    const names = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const heading = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
          return `${element.getAttribute('role')} ${element.getAttribute('aria-label') ?? heading?.textContent ?? ''}`
        })
    return {
      address: [ids(pathname), [...new Set(searchParams.keys())].sort()],
      open: names('dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=tooltip]').map(ids).sort(),
      drawn: [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'],
      kinds: [...new Set(seen.map(kindOf))],
    }
  })
