import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { ALL_RIGHTS, aComment } from './comments.ts'

const others = { ...ALL_RIGHTS, edit: false, delete: false }

/** A comment by somebody else, on the video of the gallery. */
const comment = (id: string, fields: Partial<Comment>): Comment =>
  aComment(id, 0, {
    video_id: 'gallery',
    created_at: '2026-01-05T10:00:00.000Z',
    first_name: 'Jun',
    last_name: 'Watanabe',
    mine: false,
    can: others,
    ...fields,
  })

const mara = { first_name: 'Mara', last_name: 'Lindqvist', mine: true, can: ALL_RIGHTS }

/** A comment by the viewer, on the same video. */
export const aCommentByMara = (id: string, fields: Partial<Comment>): Comment => comment(id, { ...mara, ...fields })

/** Comments that are hard to draw. */
export const talk: readonly Comment[] = [
  comment('c1', { content: 'Hold this two beats longer, the lettering is the shot.', start_time: 28, reply_count: 2 }),
  comment('c2', {
    number: '2',
    ...mara,
    content: 'The board says one thing while she says another.\nCan we push in so that both land together?',
    start_time: 41.2,
    end_time: 47.6,
    is_edited: true,
  }),
  comment('c3', {
    number: '3',
    first_name: 'Wolfeschlegelsteinhausenbergerdorff',
    last_name: 'Featherstonehaugh-Cholmondeley',
    is_guest: true,
    content:
      'Focus drifts<script>alert(1)</script> to the <b>handles</b> here. https://example.com/a/very/long/address/that/does/not/break/anywhere/at/all',
    start_time: 3599,
    end_time: 3600,
    reply_count: 1,
  }),
  comment('c4', {
    number: 'T1',
    first_name: 'نور',
    last_name: 'الهاشمي',
    content: 'اللون دافئ جداً في هذه اللقطة (00:47).',
    start_time: 62,
    visibility: 'team',
    source: { kind: 'search', index_id: 'all', query: 'golden light', types: [], frame: null, score: 0.914 },
  }),
  comment('c5', {
    number: '4',
    resolved_at: '2026-01-06T10:00:00.000Z',
    resolved_by: 'Mara Lindqvist',
    first_name: '🎬',
    last_name: '',
    content: '👩🏽‍🎤👏👏',
    start_time: 79,
  }),
  comment('c6', {
    number: '5',
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
  comment('r2', {
    parent_comment_id: 'c1',
    depth: 1,
    start_time: 28,
    content: 'Keep her voice over it.',
    first_name: 'Mara Lindqvist',
    last_name: '',
    is_guest: true,
  }),
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
    can: { ...ALL_RIGHTS, reply: false },
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
      comment(`m${place}`, { number: String(place + 1), start_time, content, reply_count: 1 }),
      comment(`m${place}-1`, { ...mara, ...reply }),
    ]
  })
