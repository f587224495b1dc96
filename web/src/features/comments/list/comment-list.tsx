import type { CommentSort } from '@footnote/contract/nouns/comments.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { memo, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import { type Discussion, numbersOf, sorted } from '../discussion/discussion.ts'
import { RootEntry } from './comment-entry.tsx'
import { type CommentFilter, passes } from './filter.ts'

/** Distance from the end, in pixels, at which more comments are added. */
const AHEAD = 800
/** Number of comments that are added at once: few enough to draw within one frame. */
const STEP = COMMENTS.page_size / 2

interface CommentListProps {
  discussion: Discussion
  sort: CommentSort
  filter: CommentFilter
  selected: string | null
  /** A comment to scroll to; a new object for each request. */
  reveal: { readonly id: string } | null
}

/** The comments, a page at a time: more are added as the reader nears the end. */
export const CommentList = memo(function CommentList({ discussion, sort, filter, selected, reveal }: CommentListProps) {
  const numbers = useMemo(() => numbersOf(discussion), [discussion])
  const order = useMemo(
    () => sorted(discussion, sort).filter((comment) => passes(filter, comment)),
    [discussion, sort, filter],
  )
  const list = useRef<HTMLUListElement>(null)
  const [shown, grow] = useShown(`${sort} ${JSON.stringify(filter)}`)
  const more = shown < order.length
  useReveal(reveal, { list, order, shown, grow })
  return (
    <>
      <ul ref={list} aria-label="Comments">
        {order.slice(0, shown).map((comment) => (
          <RootEntry
            key={comment.id}
            comment={comment}
            number={numbers.get(comment.id) ?? 0}
            selected={comment.id === selected}
          />
        ))}
      </ul>
      {more && <End key={shown} onNear={grow} />}
    </>
  )
})

/**
 * How many comments are shown. After another choice the list begins again, since a thousand comments that were scrolled
 * by would take half a second to draw.
 * @param choice which comments are shown, and in which order
 */
function useShown(choice: string): [number, () => void] {
  const [page, setPage] = useState<{ choice: string; count: number }>({ choice, count: COMMENTS.page_size })
  const count = page.choice === choice ? page.count : STEP
  // Kept at once: somebody who comes back to a choice begins again, too.
  if (page.choice !== choice) setPage({ choice, count })
  return [count, () => startTransition(() => setPage({ choice, count: count + STEP }))]
}

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

/** Adds pages until they include a comment, then scrolls to it. */
function useReveal(
  reveal: CommentListProps['reveal'],
  {
    list,
    order,
    shown,
    grow,
  }: {
    list: React.RefObject<HTMLUListElement | null>
    order: readonly { readonly id: string }[]
    shown: number
    grow: () => void
  },
) {
  const revealed = useRef<object | null>(null)
  useEffect(() => {
    if (!reveal || revealed.current === reveal) return
    const place = order.findIndex(({ id }) => id === reveal.id)
    if (place < 0) return
    if (place >= shown) return grow()
    revealed.current = reveal
    const entry = list.current?.children[place]
    entry?.scrollIntoView({ block: 'nearest' })
    // Heights outside the view were estimates; now the browser has laid them out.
    requestAnimationFrame(() => entry?.scrollIntoView({ block: 'nearest' }))
  })
}
