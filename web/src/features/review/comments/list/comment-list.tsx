import type { Comment, CommentSort } from '@footnote/contract/nouns/review/comments.ts'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { type Discussion, listedRoots } from '../discussion/discussion.ts'
import { RootEntry } from './entry/comment-entry.tsx'
import type { CommentFilter } from './filter.ts'
import { usePages } from './use-pages.ts'
import { useReveal } from './use-reveal.ts'

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
