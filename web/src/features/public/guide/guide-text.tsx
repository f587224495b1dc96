import { Link } from 'react-router'
import { type Block, type Inline, PICTURE_SIZE } from './guide-page.ts'

/** Addresses of the pictures, by file name. */
const PICTURES = import.meta.glob<string>('./*.webp', {
  base: '../../../../../docs/guide/pictures',
  query: '?url',
  import: 'default',
  eager: true,
})

/** Words of a page, with names of the screen, keys and links. */
export const Inlines = ({ of }: { of: readonly Inline[] }) =>
  of.map((inline, place) => {
    if (typeof inline === 'string') return inline
    const key = `${place} ${inline.text}`
    if (inline.kind === 'link')
      return (
        <Link key={key} className="link" to={inline.to}>
          {inline.text}
        </Link>
      )
    return inline.kind === 'strong' ? <strong key={key}>{inline.text}</strong> : <code key={key}>{inline.text}</code>
  })

/** The text of a page below its title. */
export const GuideText = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes
    <GuideBlock key={place} block={block} />
  ))

function GuideBlock({ block }: { block: Block }) {
  if (block.kind === 'picture') return <Picture name={block.name} alt={block.alt} />
  if (block.kind === 'table') return <Table {...block} />
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes
          <li key={place}>
            <Inlines of={item} />
          </li>
        ))}
      </List>
    )
  }
  const Part = block.kind === 'heading' ? 'h2' : 'p'
  return (
    <Part>
      <Inlines of={block.text} />
    </Part>
  )
}

/** A table whose first column holds short texts. */
const Table = ({ head, rows }: Extract<Block, { kind: 'table' }>) => (
  <table>
    <thead>
      <tr>
        {head.map((cell, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes
          <th key={place} scope="col">
            <Inlines of={cell} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes
        <tr key={line}>
          {row.map((cell, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes
            <td key={place}>
              <Inlines of={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A picture in the theme of the page. The browser does not load the hidden one, because it is lazy. */
const Picture = ({ name, alt }: { name: string; alt: string }) => (
  <span className="guide-picture">
    {(['light', 'dark'] as const).map((theme) => (
      <img
        key={theme}
        className={`in-${theme}`}
        src={PICTURES[`./${name}-${theme}.webp`]}
        alt={alt}
        {...PICTURE_SIZE}
        loading="lazy"
        decoding="async"
      />
    ))}
  </span>
)
