import { expect, test } from 'vitest'
import { draggedIn, dropped, pasted } from './transfer.ts'

const file = (name: string, type: string) => new File(['x'], name, { type })
const PNG = file('image.png', 'image/png')

/** What a browser says of a drag, a drop or a paste; jsdom has no DataTransfer. */
function transfer(files: readonly File[], texts: Readonly<Record<string, string>> = {}, listed = true): DataTransfer {
  const items = [
    ...files.map(({ type }) => ({ kind: 'file', type })),
    ...Object.keys(texts).map((type) => ({ kind: 'string', type })),
  ]
  const types = [...Object.keys(texts), ...(files.length > 0 ? ['Files'] : [])]
  return {
    files,
    items: listed ? items : [],
    types,
    getData: (type: string) => texts[type] ?? '',
  } as unknown as DataTransfer
}

test('a drag is of pictures only if all of its files are', () => {
  const film = file('a.mp4', 'video/mp4')
  const link = { 'text/uri-list': 'https://example.org/a.jpg', 'text/html': '<img>' }
  expect(draggedIn(transfer([PNG]))).toBe('pictures')
  expect(draggedIn(transfer([PNG, file('a.gif', 'image/gif')], link))).toBe('pictures')
  expect(draggedIn(transfer([PNG, film]))).toBe('files')
  expect(draggedIn(transfer([file('folder', '')]))).toBe('files')
  expect(draggedIn(transfer([PNG], {}, false))).toBe('files')
  expect(draggedIn(transfer([], link))).toBe('address')
  expect(draggedIn(transfer([], { 'text/plain': 'words' }))).toBeNull()
})

test('a drop gives one picture, or says why it does not', () => {
  expect(dropped(transfer([PNG], { 'text/uri-list': 'https://example.org/page' }))).toMatchObject({ file: PNG })
  expect(dropped(transfer([PNG, PNG]))).toEqual({ refusal: 'Drop one picture at a time.' })
  const refusal = expect.stringMatching(/^Only JPEG, PNG and WebP/)
  expect(dropped(transfer([PNG, file('a.mp4', 'video/mp4')]))).toEqual({ refusal })
  expect(dropped(transfer([file('notes.pdf', 'application/pdf')]))).toEqual({ refusal })
  expect(dropped(transfer([], { 'text/plain': 'words' }))).toBeNull()
})

test('a picture of another page is searched by its own address, not by that of the link around it', () => {
  const html = '<a href="https://example.org/page"><img src="https://cdn.example.org/a?b=1&amp;c=2"></a>'
  const linked = { 'text/uri-list': 'https://example.org/page', 'text/html': html }
  expect(dropped(transfer([], linked))).toEqual({ address: 'https://cdn.example.org/a?b=1&c=2' })
  const unquoted = {
    ...linked,
    'text/html': "<b>x</b><IMG data-src='no' alt='>' SRC='http://example.org/b'><img src='c'>",
  }
  expect(dropped(transfer([], unquoted))).toEqual({ address: 'http://example.org/b' })
  const plain = { 'text/uri-list': '# a comment\r\nhttps://example.org/a.JPG\r\n' }
  expect(dropped(transfer([], plain))).toEqual({ address: 'https://example.org/a.JPG' })
  for (const address of ['https://example.org/page', 'javascript:alert(1)', 'file:///etc/passwd', 'x'])
    expect(dropped(transfer([], { 'text/uri-list': address }))).toEqual({
      refusal: expect.stringMatching(/^This is a link/),
    })
})

test('an address that is the picture itself becomes a file', async () => {
  const html = `<img src="data:image/png;base64,${btoa('pixels')}">`
  const given = dropped(transfer([], { 'text/html': html, 'text/uri-list': 'https://example.org' }))
  if (!given || !('file' in given)) throw new Error('no file')
  expect([given.file.type, given.file.size]).toEqual(['image/png', 6])
  const drawn = { 'text/html': '<img src="data:image/svg+xml,%3Csvg/%3E">', 'text/uri-list': 'https://example.org' }
  expect(dropped(transfer([], drawn))).toEqual({ refusal: expect.stringMatching(/^Only JPEG/) })
})

test('a pasted picture is searched with, and pasted text stays text in a field', () => {
  expect(pasted(transfer([PNG]), true)).toEqual({ file: PNG, name: 'Pasted picture' })
  expect(pasted(transfer([], { 'text/plain': 'harbour' }), true)).toBeNull()
  expect(pasted(transfer([], { 'text/plain': 'harbour' }), false)).toBeNull()
  const copied_from_page = { 'text/html': '<img src="https://example.org/a.png">' }
  expect(pasted(transfer([PNG], copied_from_page), true)).toMatchObject({ file: PNG })
})

test('cells and words of Office programs are text in a field, and their picture elsewhere', () => {
  const cells = { 'text/plain': 'Harbour\tQuay\r\n', 'text/html': '<table></table>', 'text/rtf': '{}' }
  expect(pasted(transfer([PNG], cells), true)).toBeNull()
  expect(pasted(transfer([PNG], cells), false)).toMatchObject({ file: PNG })
})

test('a picture file that a file manager copied with its name is a picture', () => {
  const still = file('harbour.jpg', 'image/jpeg')
  expect(pasted(transfer([still], { 'text/plain': 'harbour.jpg' }), true)).toEqual({ file: still, name: 'harbour.jpg' })
  expect(pasted(transfer([still, still]), false)).toEqual({ refusal: 'Paste one picture at a time.' })
  expect(pasted(transfer([file('a.pdf', 'application/pdf')]), false)).toEqual({
    refusal: expect.stringMatching(/^Only/),
  })
})
