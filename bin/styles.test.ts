import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listedFiles } from './listed-files.ts'

const root = path.dirname(import.meta.dirname)
const filesOf = (pattern: RegExp) => listedFiles('web/src').filter((file) => pattern.test(file))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Utilities that place an element or set its text, alone or from a width on. All other looks belong in a CSS file. */
const PLACES = new RegExp(
  `^(?:(?:max-)?(?:sm|md|lg|xl):|max-\\[\\d+px\\]:|empty:|\\*:|\\[&[^\\]]+\\]:)*-?(?:${[
    'block|inline-block|inline-flex|flex|grid|contents|hidden|sr-only|absolute|relative|list-disc',
    '(?:inset|inset-x|inset-y|top|right|bottom|left|z)-\\S+',
    '(?:items|justify|justify-items|self|place-items|flex|basis|grid-cols|gap|gap-x|gap-y)-\\S+',
    '[mp][trblxy]?-\\S+',
    '(?:w|h|size|min-w|max-w|min-h|max-h|aspect)-\\S+',
    'overflow(?:-[xy])?-\\w+|whitespace-nowrap|\\[overflow-wrap:anywhere\\]',
    'text-(?:xs|sm|md|lg|\\d?xl|\\[\\d+px\\]|text|text-[23]|ok-text|danger-text)',
    'font-(?:normal|medium|semibold)|tabular-nums|tracking-\\S+',
  ].join('|')})$`,
)

/** The text in a pair of braces that opens at a place. */
function inBraces(text: string, open: number): string {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return text.slice(open + 1, at)
  }
  return ''
}

/** Texts that are looked up, compared, named in an object, or put into a class while the page runs. */
const NO_CLASS = /'[^']*' in \w+|[!=]==\s*'[^']*'|\w+:\s*'[^']*'|\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** Classes that are written out in the markup of a file; those that are put together while it runs are left out. */
function classesIn(source: string): string[] {
  const literals = [...source.matchAll(/\bclassName\s*=\s*(?:"([^"]*)"|'([^']*)'|\{)/g)].flatMap((match) => {
    if (match[1] !== undefined || match[2] !== undefined) return [match[1] ?? match[2] ?? '']
    const expression = inBraces(source, match.index + match[0].length - 1).replace(NO_CLASS, '$')
    return [...expression.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, quoted, built]) => quoted ?? built ?? '')
  })
  return literals.flatMap((literal) => literal.split(/\s+/)).filter((name) => /^[^$?{}'"]+$/.test(name))
}

const drawn = new Set(
  filesOf(/\.css$/).flatMap((file) =>
    [...read(file).matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name as string),
  ),
)
const isKnown = (name: string) => drawn.has(name) || PLACES.test(name)

test('a class in markup is drawn by a CSS file, or places an element', () => {
  const others = filesOf(/(?<!\.test)\.tsx$/).flatMap((file) =>
    classesIn(read(file))
      .filter((name) => !isKnown(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(others).toEqual([])
})

test.each([
  'border-t',
  'rounded-lg',
  'bg-surface',
  'hover:underline',
  'focus:top-2',
  'shadow-md',
  'opacity-50',
  'no-such-class',
])('the class %s is refused in markup', (name) => {
  const found = classesIn(`<p className="flex ${name}" /><p className={classNames('panel', open && '${name}')} />`)
  expect(found.filter((each) => !isKnown(each))).toEqual([name, name])
})

/** The heads of rules that are in no other rule; `@media` and the like do not count. */
function selectorsOf(sheet: string): string[] {
  const found: string[] = []
  const enclosing: string[] = []
  let head = ''
  for (const character of sheet.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')) {
    if (character === '{') {
      if (!head.trim().startsWith('@') && enclosing.every((each) => each.startsWith('@'))) found.push(head.trim())
      enclosing.push(head.trim())
    } else if (character === '}') enclosing.pop()
    head = '{};'.includes(character) ? '' : head + character
  }
  return found
}

/** The classes that a sheet defines: those that selectors begin with. After them any class may follow. */
function definedIn(sheet: string): Set<string> {
  const selectors = selectorsOf(sheet).flatMap((head) => {
    let depth = 0
    const marked = [...head].map((character) => {
      depth += Number(character === '(') - Number(character === ')')
      return depth === 0 && character === ',' ? '\n' : character === '\n' ? ' ' : character
    })
    return marked.join('').split('\n')
  })
  return new Set(
    selectors.flatMap((selector) => /^\s*[\w-]*(?::is\()?\.([a-zA-Z][\w-]*)/.exec(selector)?.slice(1) ?? []),
  )
}

/** Each class that several sheets define, with their names. */
function definedTwice(sheets: Iterable<readonly [string, string]>): Record<string, string[]> {
  const places = new Map<string, string[]>()
  for (const [name, sheet] of sheets)
    for (const each of definedIn(sheet)) places.set(each, [...(places.get(each) ?? []), name])
  return Object.fromEntries([...places].filter(([, names]) => names.length > 1))
}

test('one style sheet defines a class; another one begins its selectors with a class or an attribute of its own', () => {
  expect(definedTwice(filesOf(/\.css$/).map((file) => [file, read(file)] as const))).toEqual({})
})

test('a class that a second style sheet defines is found, also among others and for some screens', () => {
  const first = '.stage { color: red; & > .deck { top: 0 } } .dialog:has(> .stage, .deck) > .deck { top: 0 }'
  const room = '[data-room] .stage { top: 0 } .room > .stage, .room { top: 0 }'
  expect(
    definedTwice([
      ['a', first],
      ['b', room],
    ]),
  ).toEqual({})
  expect(
    definedTwice([
      ['a', first],
      ['b', '@media (width < 9px) { .room, /* { */ .stage:hover { top: 0 } }'],
    ]),
  ).toEqual({ stage: ['a', 'b'] })
  expect(
    definedTwice([
      ['a', first],
      ['b', ':is(.dialog) { top: 0 } p.stage { top: 0 }'],
    ]),
  ).toEqual({
    stage: ['a', 'b'],
    dialog: ['a', 'b'],
  })
})

/** Set by a library while the page runs. */
const FROM_LIBRARIES = /^--radix-/

test('a custom property that a CSS file reads is set somewhere', () => {
  const set = new Set(
    filesOf(/\.(?:css|tsx?)$/).flatMap((file) =>
      [...read(file).matchAll(/(--[\w-]+)['"]?\]?\s*:/g)].map(([, name]) => name as string),
    ),
  )
  const others = filesOf(/\.css$/).flatMap((file) =>
    [...read(file).matchAll(/var\((--[\w-]+)\)/g)]
      .map(([, name]) => name as string)
      .filter((name) => !set.has(name) && !FROM_LIBRARIES.test(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(others).toEqual([])
})
