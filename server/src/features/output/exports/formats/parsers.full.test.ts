import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { parse } from 'csv-parse/sync'
import { XMLParser } from 'fast-xml-parser'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { generatedComments } from '../../../../../test/round-trips.ts'
import type { ExportedComment, ExportedDiscussion } from '../discussion.ts'
import { commentTable } from './comment-table.ts'
import { fcpxml } from './fcpxml.ts'
import { premiereXml } from './premiere-xml.ts'

// Two parsers by others, which share no code with ours, find the same in every file. For EDL, Avid's list and
// OpenTimelineIO there are none in npm or Debian besides those of `readers.test.ts`.
const RATES: readonly FrameRate[] = [
  { num: 24_000, den: 1001 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 60, den: 1 },
]

function discussionOf(rate: FrameRate, seed: number): ExportedDiscussion {
  const comments = generatedComments(seed, 4000).map(({ text, first, last, replies = [] }, place): ExportedComment => {
    const seconds = { first: (first * rate.den) / rate.num, last: (last * rate.den) / rate.num }
    const more = { visibility: 'everyone', created_at: new Date(0) } as const
    return {
      ...{
        id: `${place}`,
        number: `${place + 1}`,
        first,
        last,
        seconds,
        source: null,
        author: place % 2 ? 'Ana "A" & Co' : 'שלום <b>',
        text,
      },
      ...{ drawing: place % 7 === 0, resolved: place % 5 ? null : { by: 'Bo', at: new Date(0) }, link: '', ...more },
      replies: replies.map((reply, number) => ({
        number: `${place + 1}.${number + 1}`,
        author: 'Kim',
        text: reply,
        ...more,
      })),
    }
  })
  const labels = { rate, drop_frame: rate.num === 30_000, start_frame: 90_000 }
  const sound = seed % 2 ? { tracks: 1, channels: 2 } : null
  return {
    name: 'A & B ]]>',
    file_name: 'A & B.mov',
    version: 1,
    frames: 4000,
    labels,
    width: 640,
    height: 360,
    sound,
    comments,
  }
}

/** An element as both parsers have it: name, attributes, children, own text. */
interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Node[]
  readonly text: string
}

function byLibxml2(text: string): Node {
  const document = XmlDocument.fromString(text)
  const nodeOf = (element: XmlElement): Node => {
    const attributes: Record<string, string> = {}
    for (const { name, value } of element.attrs) attributes[name] = value
    const children: Node[] = []
    for (let child = element.firstChild; child; child = child.next)
      if ('attrs' in child) children.push(nodeOf(child as XmlElement))
    return { name: element.name, attributes, children, text: children.length > 0 ? '' : element.content }
  }
  try {
    return nodeOf(document.root)
  } finally {
    document.dispose()
  }
}

function byFastXmlParser(text: string): Node {
  const options = { ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false, trimValues: false }
  const parsed = new XMLParser({
    ...options,
    preserveOrder: true,
    attributesGroupName: 'attributes',
    htmlEntities: true,
  }).parse(text)
  type Raw = Record<string, unknown> & { ':@'?: Record<string, string> }
  const nodeOf = (raw: Raw): Node => {
    const [name = ''] = Object.keys(raw).filter((key) => key !== ':@')
    const inner = raw[name] as Raw[]
    const children = inner.filter((child) => !('#text' in child)).map(nodeOf)
    const own = inner.map((child) => String(child['#text'] ?? '')).join('')
    return { name, attributes: { ...raw[':@'] }, children, text: children.length > 0 ? '' : own }
  }
  const roots = (parsed as Raw[]).filter((raw) => !('?xml' in raw) && !('#text' in raw))
  return nodeOf(roots.at(-1)!)
}

const named = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => named(child, name)),
]

describe.for(RATES)('at $num/$den', (rate) => {
  test.for([1, 2, 3])('both parsers find the same in the XML of comments %i', (seed) => {
    const discussion = discussionOf(rate, seed)
    for (const [text, markers] of [
      [fcpxml(discussion), 1],
      [premiereXml(discussion), 2],
    ] as const) {
      const tree = byLibxml2(text)
      expect(byFastXmlParser(text)).toEqual(tree)
      expect(named(tree, 'marker')).toHaveLength(markers * discussion.comments.length)
    }
    const notes = named(byLibxml2(premiereXml(discussion)), 'comment').map(({ text }) => text)
    for (const [place, { text }] of discussion.comments.entries()) expect(notes[place]).toContain(text)
  })

  test.for([1, 2, 3])('both parsers find the same in the table of comments %i', (seed) => {
    const discussion = discussionOf(rate, seed)
    const text = commentTable(discussion)
    const rows: string[][] = parse(text, { bom: true })
    const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true })
    expect([errors, data]).toEqual([[], rows])
    const [head, ...cells] = rows
    const [number, comment] = ['number', 'comment'].map((name) => head!.indexOf(name)) as [number, number]
    const roots = cells.filter((row) => !row[number]?.includes('.'))
    // A formula gets an apostrophe in front.
    const bare = (cell = '') => cell.replace(/^'(?='*[=+\-@|%])/, '')
    expect(roots.map((row) => bare(row[comment]))).toEqual(discussion.comments.map((one) => one.text))
  })
})
