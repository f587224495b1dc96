import type { SkippedLine } from '@footnote/contract/nouns/review/comments/imports.ts'
import { invalidField } from '../../../../platform/errors.ts'
import { type Entry, entryOf, type FileEntries, labelPlace } from '../entries.ts'
import { readXml, type XmlElement } from './xml.ts'

const NO_MARKERS = 'The file has no markers of Avid. Export them from the Markers window'

/** Characters in which the first element begins. */
const HEAD = 1000

/** Whether a text begins as the markers do that Avid exports as XML. */
export const isAvidXml = (content: string): boolean =>
  /^\s{0,9}</.test(content) && content.slice(0, HEAD).includes('<Avid:StreamItems')

/**
 * Reads the markers that Avid Media Composer exports as XML: a list of named attributes for each.
 * @throws ProductError validation_failed for what is no XML or has no markers, with the line
 */
export function readAvidXml(content: string): FileEntries {
  const root = readXml(content)
  const file = root.children.find(({ name }) => name === 'Avid:XMLFileData')
  const markers = file?.children.filter(({ name }) => name === 'AvClass') ?? []
  if (markers.length === 0) throw invalidField('content', NO_MARKERS)
  const skipped: SkippedLine[] = []
  const entries: Entry[] = []
  for (const marker of markers) {
    const entry = entryIn(marker)
    if (typeof entry === 'string') skipped.push({ line: marker.line, why: entry })
    else entries.push(entry)
  }
  return { hours: 1, entries, skipped }
}

function entryIn(marker: XmlElement): Entry | string {
  const attributes = attributesOf(marker)
  const of = (name: string) => attributes.get(`_ATN_CRM_${name}`)?.trim() ?? ''
  const start = labelPlace(of('TC'), null)
  if (!start) return `${of('TC') || 'An empty attribute'} is not a timecode.`
  if (of('COM') === '') return 'This marker has no text.'
  const frames = /^\d{1,9}$/.test(of('LENGTH')) ? Number(of('LENGTH')) : 1
  return entryOf({
    line: marker.line,
    start,
    end: frames > 1 ? { kind: 'frames', frames } : null,
    text: of('COM').replaceAll(/\r\n?/g, '\n'),
    author: of('USER') || null,
  })
}

/** Values of a marker by the names of its attributes. */
function attributesOf(marker: XmlElement): ReadonlyMap<string, string> {
  const items = marker.children.filter(({ name }) => name === 'List').flatMap(({ children }) => children)
  return new Map(
    items.map(({ children }) => {
      const value = (kind: RegExp) => children.find(({ attributes }) => kind.test(attributes.name ?? ''))?.text ?? ''
      // Avid writes a slash twice.
      return [value(/:Name$/), value(/:(?:String|Int)Attribute$/).replaceAll('//', '/')]
    }),
  )
}
