/** What a person drags over the page, as far as the browser says before the drop. */
export type DragKind = 'pictures' | 'address' | 'files'

/** The picture of a drop or a paste: a file or an address to search with, or the sentence why there is none. */
export type PictureTransfer =
  | { readonly file: File; readonly name: string }
  | { readonly address: string }
  | { readonly refusal: string }

const ONE_AT_A_TIME = 'Drop one picture at a time.'
const NOT_A_PICTURE =
  'Only JPEG, PNG and WebP pictures can be searched with. To add videos, press Upload Videos in their collection.'
const A_LINK = 'This is a link, not a picture. Drag the picture itself.'

const isPicture = ({ type }: { readonly type: string }): boolean => type.startsWith('image/')

/** @returns null for what has neither files nor an address, such as text */
export function draggedIn({ items, types }: DataTransfer): DragKind | null {
  const files = [...items].filter(({ kind }) => kind === 'file')
  // Some browsers list no items before the drop.
  if (files.length > 0 || types.includes('Files'))
    return files.length > 0 && files.every(isPicture) ? 'pictures' : 'files'
  return types.includes('text/uri-list') ? 'address' : null
}

/** The picture of a drop. A picture dragged from a page has an address, and in some browsers also is a file. */
export function dropped(data: DataTransfer): PictureTransfer | null {
  const files = [...data.files]
  const [file] = files
  if (file) {
    if (files.length > 1) return { refusal: files.every(isPicture) ? ONE_AT_A_TIME : NOT_A_PICTURE }
    return isPicture(file) ? { file, name: file.name } : { refusal: NOT_A_PICTURE }
  }
  const shown = shownIn(data.getData('text/html'))
  const [link] = data
    .getData('text/uri-list')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
  const address = shown ?? link
  if (!address) return null
  if (address.startsWith('data:')) return fromDataAddress(address)
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return { refusal: A_LINK }
  return shown || /\.(jpe?g|png|webp)$/i.test(url.pathname) ? { address: url.href } : { refusal: A_LINK }
}

const SOURCE = /\ssrc=(?:"([^"]*)"|'([^']*)')/i

/** Address of the first picture in HTML; undefined without one. The page may not turn text into elements. */
function shownIn(html: string): string | undefined {
  const [, picture = ''] = html.split(/<img(?=\s)/i)
  const [, quoted, other] = SOURCE.exec(picture) ?? []
  return (quoted ?? other)?.replaceAll('&amp;', '&')
}

/** Search engines show small pictures by addresses that are the picture itself. */
function fromDataAddress(address: string): PictureTransfer {
  const [, type = '', content = ''] = /^data:(image\/[\w+.-]+);base64,([\w+/=]+)$/.exec(address) ?? []
  if (!type) return { refusal: NOT_A_PICTURE }
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  return { file: new File([bytes], 'picture', { type }), name: 'Dropped picture' }
}

/**
 * The picture of a paste. Office programs put a picture beside the text that a person copied, so in a text field text
 * counts first. File managers put the file's name beside the file, which is no text that a person copied.
 * @param in_field whether the focus is in a field that takes text
 * @returns null when the browser should do what it always does
 */
export function pasted(data: DataTransfer, in_field: boolean): PictureTransfer | null {
  const files = [...data.files]
  const file = files.find(isPicture) ?? files[0]
  if (!file) return null
  const text = data.getData('text/plain').trim()
  if (in_field && text !== '' && !files.some(({ name }) => name === text)) return null
  if (files.length > 1) return { refusal: 'Paste one picture at a time.' }
  if (!isPicture(file)) return { refusal: NOT_A_PICTURE }
  // Browsers name every copied picture alike; only file managers copy a file with its name.
  return { file, name: text === file.name ? file.name : 'Pasted picture' }
}
