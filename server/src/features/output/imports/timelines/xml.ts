import { SaxesParser } from 'saxes'
import { invalidField } from '../../../../platform/errors.ts'

/** An element of a file. */
export interface XmlElement {
  readonly name: string
  /** Line on which its tag ends, from 1. */
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Its own text, without that of its children. */
  readonly text: string
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[]
  text: string
}

/** Elements within each other: no editing program comes near. */
const DEEPEST = 200

/**
 * Reads a file as XML 1.0. It takes no entities but those of XML itself, and no definitions from outside.
 * @throws ProductError validation_failed with the line that is no XML
 */
export function readXml(content: string): XmlElement {
  const parser = new SaxesParser()
  const open: OpenElement[] = []
  let root: OpenElement | undefined
  const refuse = (why: string): never => {
    throw invalidField('content', `Line ${parser.line}: this is not XML (${why}). Export the file again`)
  }
  // Its messages begin with line and column.
  parser.on('error', ({ message }) => refuse(message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')))
  parser.on('opentag', ({ name, attributes }) => {
    const element: OpenElement = { name, line: parser.line, attributes, children: [], text: '' }
    if (open.length >= DEEPEST) refuse('its elements are too deep')
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const write = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', write)
  parser.on('cdata', write)
  parser.on('closetag', () => void open.pop())
  parser.write(content).close()
  return root ?? refuse('it has no element')
}

/** The first element of a name, within an element or itself, in the order of the file. */
export function findElement(element: XmlElement, name: string): XmlElement | null {
  if (element.name === name) return element
  for (const child of element.children) {
    const found = findElement(child, name)
    if (found) return found
  }
  return null
}

/** The text of the first child of a name, without blanks around it; empty without one. */
export const childText = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text.trim() ?? ''
