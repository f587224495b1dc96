import { type ExportedComment, type ExportedDiscussion, labelOf, sourceWords } from '../discussion.ts'

/** How a list writes its parts. */
interface Marks {
  readonly head: (title: string) => string
  readonly comment: (parts: { number: string; place: string; author: string; done: boolean }) => string
  readonly reply: (author: string) => string
  readonly drawing: string
  readonly text: (text: string) => string
}

const MARKDOWN: Marks = {
  head: (title) => `# ${escaped(title)}`,
  comment: ({ number, place, author, done }) =>
    `- [${done ? 'x' : ' '}] **${number}** \`${place}\` **${escaped(author)}**: `,
  reply: (author) => `  - **${escaped(author)}**: `,
  drawing: ' *(drawing)*',
  text: (text) => escaped(text).replaceAll(/\r?\n/g, '  \n    '),
}

const TEXT: Marks = {
  head: (title) => title,
  comment: ({ number, place, author, done }) => `${number}  ${place}  ${author}${done ? ', resolved' : ''}: `,
  reply: (author) => `   ${author}: `,
  drawing: ' (drawing)',
  text: (text) => text.replaceAll(/\r?\n/g, '\n   '),
}

/** A list of tasks in GitHub Flavored Markdown. */
export const markdownList = (discussion: ExportedDiscussion): string => list(discussion, MARKDOWN)

/** The same without marks. */
export const textList = (discussion: ExportedDiscussion): string => list(discussion, TEXT)

/** The item of each comment, without its replies. */
export const markdownItems = (discussion: ExportedDiscussion): string[] => items(discussion, MARKDOWN)
export const textItems = (discussion: ExportedDiscussion): string[] => items(discussion, TEXT)

function list(discussion: ExportedDiscussion, marks: Marks): string {
  const { name, version, comments } = discussion
  const count = `${comments.length} ${comments.length === 1 ? 'comment' : 'comments'}`
  const resolved = comments.filter((comment) => comment.resolved).length
  const title = `${name}, version ${version}: ${count}${resolved > 0 ? `, ${resolved} resolved` : ''}`
  const roots = items(discussion, marks)
  const lines = comments.flatMap(({ replies }, place) => [
    roots[place],
    ...replies.map(({ author, text }) => `${marks.reply(author)}${marks.text(text)}`),
  ])
  return `${[marks.head(title), '', ...lines].join('\n')}\n`
}

const items = (discussion: ExportedDiscussion, marks: Marks): string[] =>
  discussion.comments.map((comment) => {
    const head = marks.comment({ ...comment, place: placeOf(discussion, comment), done: comment.resolved !== null })
    const source = comment.source ? ` (${marks.text(sourceWords(comment.source))})` : ''
    return `${head}${marks.text(comment.text)}${comment.drawing ? marks.drawing : ''}${source}`
  })

function placeOf(discussion: ExportedDiscussion, { first, last }: ExportedComment): string {
  const from = labelOf(discussion, first)
  return last > first ? `${from} – ${labelOf(discussion, last)}` : from
}

/** Text in which Markdown finds no marks and no HTML (CommonMark, 'Backslash escapes'). */
export const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&')
