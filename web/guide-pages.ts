import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import { type Block, type GuidePage, guideAddress, type Inline } from './src/features/public/guide/guide-page.ts'

const FILE = /^\d\d-([a-z-]+)\.md$/

/**
 * Reads the pages of the guide, in the order of their numbers.
 * @param folder `docs/guide`
 * @throws Error when a page has Markdown that the web app does not draw
 */
export const readGuide = (folder: string): GuidePage[] =>
  readdirSync(folder)
    .filter((file) => FILE.test(file))
    .sort()
    .map((file) => pageOf(file, readFileSync(path.join(folder, file), 'utf8')))

/**
 * One page: a title, a first paragraph that sums it up, and its text.
 * @param file its name, such as `03-ask.md`
 * @throws Error when it has Markdown that the web app does not draw
 */
export function pageOf(file: string, markdown: string): GuidePage {
  const refuse = (what: string): never => {
    throw new Error(`docs/guide/${file} has ${what}, which the web app does not draw.`)
  }
  const [title, summary, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space') as Tokens.Generic[]
  if (title?.type !== 'heading' || title.depth !== 1) return refuse('no title')
  if (summary?.type !== 'paragraph') return refuse('no first paragraph')
  return {
    name: FILE.exec(file)?.[1] ?? refuse('a name without a number'),
    title: title.text,
    summary: inlinesOf(summary.tokens, refuse),
    blocks: rest.map((token) => blockOf(token, refuse)),
  }
}

type Refuse = (what: string) => never

function blockOf(token: Token, refuse: Refuse): Block {
  if (token.type === 'heading' && token.depth === 2) return { kind: 'heading', text: inlinesOf(token.tokens, refuse) }
  if (token.type === 'paragraph') {
    const [only, more] = token.tokens ?? []
    // The picture in the text is the light one; the dark one is beside it.
    const name = only?.type === 'image' && !more && /^pictures\/([a-z-]+)-light\.webp$/.exec(only.href)?.[1]
    if (name) return { kind: 'picture', name, alt: only.text }
    return { kind: 'paragraph', text: inlinesOf(token.tokens, refuse) }
  }
  if (token.type === 'list') {
    const { ordered, items } = token as Tokens.List
    return { kind: 'list', ordered, items: items.map((item) => inlinesOf(inItem(item, refuse), refuse)) }
  }
  if (token.type === 'table') {
    const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => inlinesOf(tokens, refuse))
    const { header, rows } = token as Tokens.Table
    return { kind: 'table', head: cells(header), rows: rows.map(cells) }
  }
  return refuse(`Markdown of the kind '${token.type}'`)
}

/** The text of an item that holds one paragraph. */
function inItem({ tokens: [only, more] }: Tokens.ListItem, refuse: Refuse): Token[] {
  return (!more && only?.type === 'text' && (only as Tokens.Text).tokens) || refuse('a list in a list')
}

const inlinesOf = (tokens: readonly Token[] | undefined, refuse: Refuse): Inline[] =>
  (tokens ?? []).map((token) => inlineOf(token, refuse))

function inlineOf(token: Token, refuse: Refuse): Inline {
  if (token.type === 'text' || token.type === 'escape') return token.text
  if (token.type === 'strong') return { kind: 'strong', text: token.text }
  if (token.type === 'codespan') return { kind: 'code', text: token.text }
  if (token.type === 'link') {
    const name = FILE.exec(token.href)?.[1] ?? refuse(`a link to ${token.href}`)
    return { kind: 'link', to: guideAddress(name), text: token.text }
  }
  return refuse(`Markdown of the kind '${token.type}'`)
}
