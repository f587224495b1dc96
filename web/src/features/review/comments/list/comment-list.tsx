import type { Comment, CommentSort } from '@footnote/contract/nouns/review/comments.ts'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { type Discussion, listedRoots } from '../discussion/discussion.ts'
import { RootEntry } from './entry/comment-entry.tsx'
import type { CommentFilter } from './filter.ts'
import { usePages } from './use-pages.ts'

/** Distance from the end, in pixels, at which more comments are added. */
const AHEAD = 800

interface CommentListProps {
  discussion: Discussion
  sort: CommentSort
  filter: CommentFilter
  /** Names the filter and the order. */
  choice: string
  selected: string | null
  /** A comment to scroll to; a new object for each request. */
  reveal: { readonly id: string } | null
}

/** The comments, a page at a time: more are added as the reader nears the end. */
export const CommentList = memo(function CommentList(props: CommentListProps) {
  const { discussion, sort, filter, choice, selected, reveal } = props
  const order = useMemo(() => listedRoots(discussion, sort, filter), [discussion, sort, filter])
  const list = useRef<HTMLDivElement>(null)
  const { turn, shown, leaving, more, grow } = usePages(order, choice)
  useReveal(reveal, { list, order, shown: shown.length, grow })
  return (
    <>
      <div key={turn} ref={list}>
        <Entries comments={shown} selected={selected} />
      </div>
      {more && <End key={`${turn} ${shown.length}`} onNear={grow} />}
      {leaving && (
        <div key={leaving.turn} className="leaving">
          <Entries comments={leaving.comments} selected={selected} />
        </div>
      )}
    </>
  )
})

const Entries = memo(function Entries({
  comments,
  selected,
}: {
  comments: readonly Comment[]
  selected: string | null
}) {
  return (
    <ul aria-label="Comments">
      {comments.map((comment) => (
        <RootEntry key={comment.id} comment={comment} selected={comment.id === selected} />
      ))}
    </ul>
  )
})

/** The end of the visible comments; reports when the reader is near it. */
function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const near = useLatest(onNear)
  useEffect(() => {
    const element = end.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near.current()
      },
      { root: element.closest('.scroll'), rootMargin: `${AHEAD}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  return <div ref={end} className="h-px" aria-hidden="true" />
}

/** What readers do when they want to see something else. */
const ACTS = ['keydown', 'pointerdown', 'wheel'] as const

/**
 * Scrolls to an entry, and again until the reader acts: the film above takes room from the list when it has loaded, and heights
 * outside the view are estimates. @returns a function that ends it
 */
function keepInView(entry: Element): () => void {
  const acted = new AbortController()
  entry.scrollIntoView({ block: 'nearest' })
  if (typeof ResizeObserver === 'undefined') return () => acted.abort()
  const observer = new ResizeObserver(() => entry.scrollIntoView({ block: 'nearest' }))
  for (const sized of [entry.closest('.scroll'), entry.parentElement]) if (sized) observer.observe(sized)
  acted.signal.addEventListener('abort', () => observer.disconnect())
  for (const act of ACTS)
    window.addEventListener(act, () => acted.abort(), { passive: true, capture: true, signal: acted.signal })
  return () => acted.abort()
}

/** Adds pages until they include a comment, then scrolls to it. */
function useReveal(
  reveal: CommentListProps['reveal'],
  {
    list,
    order,
    shown,
    grow,
  }: {
    list: React.RefObject<HTMLElement | null>
    order: readonly { readonly id: string }[]
    shown: number
    grow: () => void
  },
) {
  const revealed = useRef<object | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  useEffect(() => {
    if (!reveal || revealed.current === reveal) return
    const place = order.findIndex(({ id }) => id === reveal.id)
    if (place < 0) return
    if (place >= shown) return grow()
    revealed.current = reveal
    stop.current?.()
    const entry = list.current?.firstElementChild?.children[place]
    stop.current = entry ? keepInView(entry) : null
  })
}
