import { itemsBefore, type Page } from '@footnote/contract/calls/pages.ts'

/** Times that pages are read again from the first one because the list changed meanwhile. */
const TRIES = 4

/** An answer that may be a page of a longer list. */
interface PageAnswer {
  readonly total?: number | undefined
}

/** How pages become one answer. */
interface PageJoin<Answer> {
  /** Most items of a page. */
  readonly page_size: number
  readonly join: (before: Answer, next: Answer) => Answer
  /** Whether both are pages of the same list; without it they always are. */
  readonly belong?: (before: Answer, next: Answer) => boolean
}

/**
 * Reads a list page by page, in order, as one answer. If the list changes meanwhile, it is read again.
 * @param read the call
 * @throws every error of the call
 */
export async function readPages<Answer extends PageAnswer>(
  read: (page: Page) => Promise<Answer>,
  { page_size, join, belong = () => true }: PageJoin<Answer>,
): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    let whole = await read({ page: 1, page_size })
    let page = 2
    for (; itemsBefore({ page, page_size }) < (whole.total ?? 0); page += 1) {
      const next = await read({ page, page_size })
      if (!belong(whole, next) && tried < TRIES) break
      whole = join(whole, next)
    }
    if (itemsBefore({ page, page_size }) >= (whole.total ?? 0)) return whole
  }
}
