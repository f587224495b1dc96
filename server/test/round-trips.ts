import type { ImportResult } from '@footnote/contract/nouns/review/comments/imports.ts'
import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { expect } from 'vitest'
import { headersOf, type Sender } from '../../seed/rows/senders.ts'
import { randomNumbers } from './random-numbers.ts'
import type { startTeam } from './team.ts'

/** Formats of exports that imports read. */
export const RETURNING = ['resolve', 'avid', 'csv', 'fcpxml', 'premiere', 'otio'] as const
export type RoundTripFormat = (typeof RETURNING)[number]

/** A comment on frames, both included, and replies to it. */
export interface SampleComment {
  readonly text: string
  readonly first: number
  readonly last: number
  readonly guest?: true
  readonly replies?: readonly string[]
}

/** Texts of every script and with every sign that some format means something by. */
export const HARD_TEXTS = [
  ...['Logo is too small', 'Größer, señor Ångström', 'Ещё раз, медленнее', 'Το λογότυπο είναι μικρό', 'שלום, לאט יותר'],
  ...['الشعار صغير جدًا', 'लोगो बहुत छोटा है', 'โลโก้เล็กเกินไป', '标志太小', 'ロゴが小さい、東京', '로고가 너무 작아요'],
  ...[
    '\u{1f469}\u200d\u{1f4bb} \u{1f1eb}\u{1f1ee}',
    'One | two',
    'Tab\there',
    'Two\nlines',
    'And\r\n\r\nthree',
    'a / b',
  ],
  ...[
    '=1+1',
    "'=1+1",
    '"quoted", and; more',
    '<b>&amp;</b> ]]> & "',
    'TITLE: the end',
    'FCM: DROP FRAME',
    '12 monkeys',
  ],
  ...['* LOC: 01:00:00:00 RED   x', '* COMMENT: x', '001  001      V     C        00:00:00:00 00:00:00:01 x y'],
  ...[
    '|C:ResolveColorRed |M:x |D:9',
    'Note: see 01:00:00:00',
    '1, 2 buckle',
    'red',
    'x\u2028y\u2029z',
    '\u202ertl',
    'Drawing',
  ],
]

/**
 * Comments in time order, with every hard text: points and ranges, several on one frame, replies, guests.
 * @param frames of the film, at least 2,000
 */
export function generatedComments(seed: number, frames: number): SampleComment[] {
  const next = randomNumbers(seed)
  const pick = (most: number) => Math.floor(next() * most)
  let frame = 0
  return HARD_TEXTS.map((text, place) => {
    if (place % 5 !== 1) frame += 1 + pick(Math.floor(frames / HARD_TEXTS.length) - 1)
    const length = place % 3 === 2 ? pick(120) : 0
    const replies = place % 4 === 3 ? [HARD_TEXTS[pick(HARD_TEXTS.length)] ?? '', 'Yes'] : []
    const guest = place % 6 === 4 ? ({ guest: true } as const) : {}
    return { text, first: frame, last: Math.min(frames - 1, frame + length), replies, ...guest }
  })
}

/** A comment as an import brings it. */
interface ImportedComment {
  readonly text: string
  readonly first: number
  readonly last: number
  readonly author: string
  readonly replies: readonly { readonly text: string; readonly author: string }[]
}

const NAMES = { owner: ['Ana', 'Ruiz, Dr.'], colleague: ['Бо', 'Ли́нд'] } as const

type Team = Awaited<ReturnType<typeof startTeam>>

/** Discussions that leave as files and come back. */
export function roundTrips({ server, owner, colleague }: Team, rate: { num: number; den: number }) {
  const at = (frame: number) => ((frame + 0.2) * rate.den) / rate.num
  const frameOf = (seconds: number) => Math.floor((seconds * rate.num) / rate.den + 0.1)

  return {
    /** Gives both members names of their own. */
    async introduce(): Promise<void> {
      for (const [{ id }, [first_name, last_name]] of [
        [owner, NAMES.owner],
        [colleague, NAMES.colleague],
      ] as const)
        await server.db.updateTable('users').set({ first_name, last_name }).where('id', '=', id).execute()
    },

    /** Writes the comments, in turn by two members, and as guests of a link. */
    async discuss(video: string, said: readonly SampleComment[]): Promise<void> {
      const guest = { ...(await server.aLink(owner, video)), guest_key: 'a guest of the round trips' }
      for (const [place, { text, first, last, guest: by_guest, replies = [] }] of said.entries()) {
        const who: Sender = by_guest ? guest : place % 2 ? colleague : owner
        const name = by_guest ? { guest_name: 'Kim' } : {}
        const end_time = last > first ? at(last) : null
        const fields = { content: text, start_time: at(first), end_time, ...name }
        const { id } = await server.aComment(who, video, fields)
        for (const content of replies) await server.aComment(colleague, video, { content, parent_comment_id: id })
      }
    },

    async exported(video: string, query: string): Promise<string> {
      const address = `${server.base}/api/quick-review/export/${video}?${query}`
      const answer = await fetch(address, { headers: headersOf(owner) })
      expect(answer.status, query).toBe(200)
      return await answer.text()
    },

    /** Imports a file; every line of it must be read. */
    async imported(video: string, format: RoundTripFormat, content: string, more: object = {}): Promise<ImportResult> {
      const path = `/api/quick-review/import-comments/${video}`
      const { status, json } = await server.post(path, { format, content, ...more }, owner)
      expect([status, json.skipped], `${format}: ${JSON.stringify(json).slice(0, 300)}`).toEqual([200, []])
      return json
    },

    /** Comments of an import with their replies, in time order. */
    returned(comments: readonly Comment[]): ImportedComment[] {
      const authorOf = ({ source }: Comment) => (source?.kind === 'import' && source.author) || ''
      return comments
        .filter(({ depth }) => depth === 0)
        .map((root) => ({
          text: root.content,
          first: frameOf(root.start_time),
          last: frameOf(root.end_time ?? root.start_time),
          author: authorOf(root),
          replies: comments
            .filter(({ parent_comment_id }) => parent_comment_id === root.id)
            .map((reply) => ({ text: reply.content, author: authorOf(reply) })),
        }))
        .sort((one, other) => one.first - other.first)
    },

    /** What a format carries of comments in time order (record 067). */
    carried(format: RoundTripFormat, said: readonly SampleComment[]): ImportedComment[] {
      const [mine, theirs] = [NAMES.owner.join(' '), NAMES.colleague.join(' ')]
      const whole = said.map(({ text, first, last, guest, replies = [] }, place) => ({
        ...{ text, first, last },
        author: guest ? 'Kim (guest)' : place % 2 ? theirs : mine,
        replies: replies.map((reply) => ({ text: reply, author: theirs })),
      }))
      if (format === 'csv' || format === 'otio') return whole
      if (format === 'fcpxml') return whole.map((comment) => ({ ...comment, text: onOneLine(comment.text) }))
      const spoken = whole.map(({ replies, ...comment }) => ({
        ...comment,
        text: [comment.text, ...replies.map(({ author, text }) => `${author}: ${text}`)].join(' / '),
        replies: [],
      }))
      if (format === 'premiere') return spoken
      return [...Map.groupBy(spoken, ({ first }) => first).values()].map((together) => ({
        text: together.map(({ text }) => onOneLine(text)).join(' / '),
        first: together[0]!.first,
        last: together.reduce((latest, { last }) => Math.max(latest, last), 0),
        author: [...new Set(together.map(({ author }) => author))].join(', '),
        replies: [],
      }))
    },
  }
}

/** Line breaks become ` / `, `|` becomes `/`, and tabs become spaces (record 067). */
const onOneLine = (text: string): string =>
  text
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' / ')
    .replaceAll('|', '/')
    .replaceAll('\t', ' ')
