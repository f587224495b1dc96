import { EXPORT_FORMATS, type ExportFormat } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { commentExports } from '@footnote/contract/nouns/review/comments/exports.ts'
import { formatSmpte, smpteLabels } from '@footnote/contract/shared/smpte.ts'
import { parse } from 'csv-parse/sync'
import { type Cast, type Participant, RATE } from './cast.ts'
import type { CommentView, Sight } from './seen.ts'

/** A thread as files have it: a deleted comment gives its place to the first answer. */
interface Thread {
  readonly root: CommentView
  readonly author: string
  readonly text: string
  readonly drawing: boolean
  readonly replies: readonly CommentView[]
}

function threadsOf(sight: Sight): Thread[] {
  const answersTo = (id: string): CommentView[] =>
    sight.filter(({ parent }) => parent === id).flatMap((one) => (one.deleted ? answersTo(one.id) : [one]))
  const below = (id: string): CommentView[] => answersTo(id).flatMap((one) => [one, ...below(one.id)])
  return sight
    .filter(({ parent }) => parent === null)
    .map((root) => {
      if (!root.deleted) return { root, ...root, replies: below(root.id) }
      const [first, ...others] = answersTo(root.id)
      if (!first) throw new Error(`Number ${root.number} is deleted, and nobody answered it.`)
      return { root, ...first, replies: [...below(first.id), ...others.flatMap((one) => [one, ...below(one.id)])] }
    })
}

/** One line of each marker or comment of a file: numbers, frames, done or not, and the words. */
type Lines = readonly string[]

/** Timecode of a frame; lists of markers begin at an hour. */
const label = (frame: number, hours = 0): string =>
  formatSmpte(frame + hours * 3600 * RATE.num, smpteLabels(RATE, null))
const saidBy = ({ author, text }: Pick<CommentView, 'author' | 'text'>): string => `${author}: ${text}`
const drawn = ({ drawing }: Thread, mark: string): string => (drawing ? mark : '')
const lengthOf = ({ root: { frames } }: Thread): number => frames.last - frames.first + 1
/** Words of a marker. */
const wordsOf = (thread: Thread): string =>
  [`${thread.text}${drawn(thread, ' [drawing]')}`, ...thread.replies.map(saidBy)].join(' / ')

/** Markers of the formats with one a frame. */
function markersOf(threads: readonly Thread[]) {
  return [...Map.groupBy(threads, ({ root }) => root.frames.first)].map(([frame, together]) => ({
    at: label(frame, 1),
    numbers: together.map(({ root }) => root.number).join(', '),
    authors: [...new Set(together.map(({ author }) => author))].join(', '),
    words: together.map(wordsOf).join(' / '),
    length: Math.max(...together.map(lengthOf)),
    done: together.every(({ root }) => root.resolved),
  }))
}

/** Place of a comment in a list of tasks or a text. */
const placeOf = ({ root: { frames } }: Thread): string =>
  frames.last > frames.first ? `${label(frames.first)} – ${label(frames.last)}` : label(frames.first)

/** What each format has to have of the threads, in time order. */
const EXPECTED: Readonly<Record<ExportFormat, (threads: readonly Thread[]) => Lines>> = {
  resolve: (threads) =>
    markersOf(threads).map(
      ({ at, numbers, authors, words, length, done }) =>
        `${at} ${words} |C:ResolveColor${done ? 'Green' : 'Blue'} |M:${numbers} ${authors} |D:${length}`,
    ),
  avid: (threads) =>
    markersOf(threads).map(({ at, numbers, authors, words, length, done }) =>
      [authors, at, 'V1', done ? 'green' : 'blue', `${numbers} ${words}`, length].join('\t'),
    ),
  fcpxml: (threads) =>
    threads.map((thread) => {
      const { root, author, text, replies } = thread
      const note = [...(thread.drawing ? ['Drawing'] : []), ...replies.map(saidBy)].join('\n')
      const times = `${root.frames.first} ${lengthOf(thread)} ${root.resolved ? 1 : 0}`
      return `${times} ${root.number} ${author}: ${text} | ${note}`
    }),
  // On the sequence, and on a matte that can be pasted over one's own.
  premiere: (threads) =>
    [threads, threads].flat().map((thread) => {
      const { root, author } = thread
      const out = root.frames.last > root.frames.first ? root.frames.last + 1 : -1
      const name = `${root.number} ${author}${root.resolved ? ', resolved' : ''}`
      return `${name} | ${wordsOf(thread)} | ${root.frames.first} ${out}`
    }),
  otio: (threads) =>
    threads.map(({ root, author, text, replies, ...thread }) => {
      const length = root.frames.last - root.frames.first + 1
      const about = { resolved: root.resolved, drawing: thread.drawing, replies: replies.map(saidBy) }
      return JSON.stringify([`${root.number} ${author}`, text, root.frames.first, length, about])
    }),
  csv: (threads) =>
    threads.flatMap(({ root, author, text, drawing, replies }) => {
      const { first, last } = root.frames
      const place = `${root.resolved ? 'resolved' : 'open'} ${first} ${last} ${root.team ? 'team' : 'everyone'}`
      return [
        `${root.number} ${place} ${saidBy({ author, text })} ${drawing ? 'yes' : 'no'}`,
        ...replies.map((reply) => `${place} ${saidBy(reply)} no`),
      ]
    }),
  md: (threads) =>
    threads.flatMap((thread) => [
      `- [${thread.root.resolved ? 'x' : ' '}] **${thread.root.number}** \`${placeOf(thread)}\` **${thread.author}**: ${thread.text}${drawn(thread, ' *(drawing)*')}`,
      ...thread.replies.map(({ author, text }) => `  - **${author}**: ${text}`),
    ]),
  txt: (threads) =>
    threads.flatMap((thread) => [
      `${thread.root.number}  ${placeOf(thread)}  ${thread.author}${thread.root.resolved ? ', resolved' : ''}: ${thread.text}${drawn(thread, ' (drawing)')}`,
      ...thread.replies.map((reply) => `   ${saidBy(reply)}`),
    ]),
}

interface OtioMarker {
  readonly name: string
  readonly comment: string
  readonly marked_range: { readonly start_time: { value: number }; readonly duration: { value: number } }
  readonly metadata: { readonly footnote: object }
}

const unescaped = (xml: string): string =>
  xml
    .replaceAll('&#10;', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
/** What a pattern finds in a file, as lines. */
const found = (file: string, pattern: RegExp, line: (groups: readonly string[]) => string): Lines =>
  [...file.matchAll(pattern)].map(([, ...groups]) => line(groups.map(unescaped)))

/** The same lines as a file has them. */
const WRITTEN: Readonly<Record<ExportFormat, (file: string) => Lines>> = {
  resolve: (file) => found(file, /^\d{3} .* (\S+) \S+ +\r\n(.*)\r$/gm, ([at, note]) => `${at} ${note}`),
  avid: (file) => file.split('\r\n').filter((line) => line !== ''),
  fcpxml: (file) =>
    found(
      file,
      /<marker start="(\d+)\/25s" duration="(\d+)\/25s" value="([^"]*)" completed="(\d)" note="([^"]*)"/g,
      ([start, length, value, done, note]) => `${start} ${length} ${done} ${value} | ${note}`,
    ),
  premiere: (file) =>
    found(
      file,
      /<marker><name>([^<]*)<\/name><comment>([^<]*)<\/comment><in>(\d+)<\/in><out>(-?\d+)<\/out>/g,
      ([name, words, from, to]) => `${name} | ${words} | ${from} ${to}`,
    ),
  otio: (file) => {
    const [{ children }] = JSON.parse(file).tracks.children
    return (children[0].markers as OtioMarker[]).map(({ name, comment, marked_range, metadata }) =>
      JSON.stringify([
        ...[name, comment, marked_range.start_time.value, marked_range.duration.value],
        metadata.footnote,
      ]),
    )
  },
  csv: (file) =>
    parse<Record<string, string>>(file, { bom: true, columns: true }).map(
      ({ number = '', status, frame_in, frame_out, author, comment, drawing, visibility }) =>
        `${number.includes('.') ? '' : `${number} `}${status} ${frame_in} ${frame_out} ${visibility} ${author}: ${comment} ${drawing}`,
    ),
  md: (file) => file.split('\n').slice(2, -1),
  txt: (file) => file.split('\n').slice(2, -1),
}

/** Exports a version in every format. @returns where a file is not what the person sees, and all files */
export async function compareFiles({ client }: Pick<Cast, 'client'>, who: Participant, video: string, sight: Sight) {
  const failures: string[] = []
  let text = ''
  for (const format of EXPORT_FORMATS) {
    const query = { format, team: 'true' as const }
    const file = await client.file(commentExports.get, { params: { video_id: video }, query }, who.as(video))
    const [written, expected] = [WRITTEN[format](file), EXPECTED[format](threadsOf(sight))]
    text += file
    for (let line = 0; line < Math.max(written.length, expected.length); line += 1)
      if (written[line] !== expected[line])
        failures.push(`The file for ${format} of ${who.role} has '${written[line]}', and the list '${expected[line]}'.`)
  }
  return { failures, text }
}
