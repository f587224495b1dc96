import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { startTransition, useEffect, useState } from 'react'

/** Number of comments that are added at once: few enough to draw within one frame. */
const STEP = COMMENTS.page_size / 2
/** Number of entries that are taken away at once: about 5 ms. */
const TAKEN = 2 * COMMENTS.page_size

type Comments = readonly Comment[]

interface Pages {
  readonly choice: string
  readonly order: Comments
  /** The first of them. The same array as long as nothing changes, so that its entries are not compared again. */
  readonly shown: Comments
  readonly count: number
  /** Number of the list; the next one is a new element. */
  readonly turn: number
  /** A long list of the choice before, which is hidden, and taken away step by step. */
  readonly leaving: { readonly turn: number; readonly comments: Comments } | null
}

const showing = (pages: Omit<Pages, 'shown'>): Pages => ({ ...pages, shown: pages.order.slice(0, pages.count) })

/** The pages after another choice. */
function chosen({ shown, turn }: Pages, next: Pick<Pages, 'choice' | 'order'>): Pages {
  if (shown.length <= COMMENTS.page_size) return showing({ ...next, count: STEP, turn, leaving: null })
  return showing({ ...next, count: STEP, turn: turn + 1, leaving: { turn, comments: shown } })
}

/**
 * The part of a long list that is shown. After another choice the list begins again, since a thousand comments that
 * were scrolled by would take half a second to draw. To take away their entries at once would block the page for 60 ms.
 * @param order all comments of the choice
 * @param choice which comments are shown, and in which order
 */
export function usePages(order: Comments, choice: string) {
  const [pages, setPages] = useState(() =>
    showing({ choice, order, count: COMMENTS.page_size, turn: 0, leaving: null }),
  )
  let now = pages
  if (pages.choice !== choice) now = chosen(pages, { choice, order })
  else if (pages.order !== order) now = showing({ ...pages, order })
  if (now !== pages) setPages(now)
  const { shown, count, turn, leaving } = now
  useEffect(() => {
    if (!leaving) return
    const comments = leaving.comments.slice(0, -TAKEN)
    startTransition(() =>
      setPages((all) =>
        all.leaving === leaving
          ? { ...all, leaving: comments.length > 0 ? { turn: leaving.turn, comments } : null }
          : all,
      ),
    )
  }, [leaving])
  return {
    turn,
    shown,
    leaving,
    more: count < order.length,
    grow: () => startTransition(() => setPages((all) => showing({ ...all, count: count + STEP }))),
  }
}
