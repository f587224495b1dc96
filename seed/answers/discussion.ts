import type { Comment } from '@footnote/contract/nouns/comments.ts'
import type { CommentsApi } from '../../features/comments/comments-api.ts'

const own = { reply: true, edit: true, delete: true, resolve: true }
const others = { reply: true, edit: false, delete: false, resolve: true }

const comment = (id: string, rest: Partial<Comment>): Comment => ({
  id,
  video_id: 'gallery',
  version: 1,
  carried: false,
  content: '',
  start_time: 0,
  end_time: null,
  created_at: '2026-01-05T10:00:00.000Z',
  is_edited: false,
  first_name: 'Jun',
  last_name: 'Watanabe',
  user_email: null,
  parent_comment_id: null,
  depth: 0,
  has_drawing: false,
  reply_count: 0,
  resolved_at: null,
  resolved_by: null,
  source: null,
  mine: false,
  visibility: 'everyone',
  can: others,
  ...rest,
})

const mara = { first_name: 'Mara', last_name: 'Lindqvist', mine: true, can: own }

/** Comments that are hard to draw. */
export const talk: readonly Comment[] = [
  comment('c1', { content: 'Hold this two beats longer, the lettering is the shot.', start_time: 28, reply_count: 2 }),
  comment('c2', {
    ...mara,
    content: 'The board says one thing while she says another.\nCan we push in so that both land together?',
    start_time: 41.2,
    end_time: 47.6,
    is_edited: true,
  }),
  comment('c3', {
    first_name: 'Wolfeschlegelsteinhausenbergerdorff',
    last_name: 'Featherstonehaugh-Cholmondeley',
    content:
      'Focus drifts<script>alert(1)</script> to the <b>handles</b> here. https://example.com/a/very/long/address/that/does/not/break/anywhere/at/all',
    start_time: 3599,
    end_time: 3600,
    reply_count: 1,
  }),
  comment('c4', {
    first_name: 'نور',
    last_name: 'الهاشمي',
    content: 'اللون دافئ جداً في هذه اللقطة (00:47).',
    start_time: 62,
    visibility: 'team',
    source: { kind: 'search', index_id: 'all', query: 'golden light', types: [], frame: null, score: 0.914 },
  }),
  comment('c5', {
    resolved_at: '2026-01-06T10:00:00.000Z',
    resolved_by: 'Mara Lindqvist',
    first_name: '🎬',
    last_name: '',
    content: '👩🏽‍🎤👏👏',
    start_time: 79,
  }),
  comment('c6', {
    content: Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of a long list.`).join('\n'),
    start_time: 107,
  }),
  comment('r1', {
    ...mara,
    parent_comment_id: 'c1',
    depth: 1,
    start_time: 28,
    content: 'There is an insert. I will cut to that.',
    reply_count: 1,
  }),
  comment('r2', { parent_comment_id: 'c1', depth: 1, start_time: 28, content: 'Keep her voice over it.' }),
  comment('r3', {
    parent_comment_id: 'r1',
    depth: 2,
    start_time: 28,
    content: 'Yes, the insert, but only until the music begins.',
    reply_count: 1,
  }),
  comment('r4', {
    ...mara,
    parent_comment_id: 'r3',
    depth: 3,
    start_time: 28,
    content: 'Done.',
    can: { ...own, reply: false },
  }),
  comment('r5', { parent_comment_id: 'c3', depth: 1, start_time: 3599, content: 'Agreed.' }),
]

/** Many comments over an hour, each with a reply. */
export const manyComments = (count: number): readonly Comment[] =>
  Array.from({ length: count }, (_, place) => place).flatMap((place) => {
    const start_time = (place * 3600) / count
    const content = `Note ${place + 1}: ${'hold this beat a little longer, '.repeat(1 + (place % 4))}please.`
    const reply = { parent_comment_id: `m${place}`, depth: 1, content: 'Will do.', start_time }
    return [
      comment(`m${place}`, { start_time, content, reply_count: 1 }),
      comment(`m${place}-1`, { ...mara, ...reply }),
    ]
  })

const words = ['lettering', 'lettering is the shot', 'let it breathe', 'let us']

/** An API with fixed answers, for a panel of the gallery. */
export function talkApi(comments: readonly Comment[]): CommentsApi {
  const roots = comments.filter(({ depth }) => depth === 0)
  const done = roots.filter(({ resolved_at }) => resolved_at !== null).length
  let made = 0
  return {
    list: async (page) => {
      const items = roots.slice((page - 1) * 50, page * 50)
      return {
        items,
        index_id: 'gallery',
        page,
        page_size: 50,
        total: roots.length,
        counts: { open: roots.length - done, resolved: done },
      }
    },
    replies: async (id) => comments.filter(({ parent_comment_id }) => parent_comment_id === id),
    create: async ({ content, start_time, end_time, parent_comment_id }) => {
      made += 1
      const parent = comments.find(({ id }) => id === parent_comment_id)
      const place = { start_time: start_time ?? parent?.start_time ?? 0, end_time: end_time ?? null }
      const thread = { parent_comment_id: parent?.id ?? null, depth: parent ? parent.depth + 1 : 0 }
      const created_at = new Date().toISOString()
      return comment(`n${made}`, { ...mara, ...place, ...thread, content: content ?? '', created_at })
    },
    drawing: async () => null,
    update: async (id, content) => ({
      ...(comments.find((one) => one.id === id) ?? comment(id, mara)),
      content,
      is_edited: true,
    }),
    resolve: async (id, resolved) => ({
      ...(comments.find((one) => one.id === id) ?? comment(id, mara)),
      resolved_at: resolved ? new Date().toISOString() : null,
      resolved_by: resolved ? 'Mara Lindqvist' : null,
    }),
    remove: async () => undefined,
    events: async () =>
      new Response(new ReadableStream({ start: (line) => line.enqueue(new TextEncoder().encode(': open\n\n')) })),
    suggest: async (query) => {
      const last = query.split(' ').at(-1) ?? ''
      const head = query.slice(0, query.length - last.length)
      return words.filter((word) => word.startsWith(last.toLowerCase())).map((word) => head + word)
    },
  }
}
