/** Words of a transcript by their indexes, `to` excluded, and the place of their bar in the panel, in pixels. */
export interface SelectedWords {
  readonly from: number
  readonly to: number
  readonly top: number
  readonly left: number
  /** There is no room above. */
  readonly below: boolean
}

/** Pixels that the bar needs. */
const ROOM = { above: 44, half: 112 } as const

/** Whether a selection holds letters of a word, not only its edge. */
function holdsLetters(range: Range, word: Element): boolean {
  const inside = document.createRange()
  inside.selectNodeContents(word)
  if (range.compareBoundaryPoints(Range.START_TO_START, inside) > 0)
    inside.setStart(range.startContainer, range.startOffset)
  if (range.compareBoundaryPoints(Range.END_TO_END, inside) < 0) inside.setEnd(range.endContainer, range.endOffset)
  return inside.toString() !== ''
}

/** The words of a panel that the selection touches; null when there are none. */
export function selectedWords(scroller: HTMLElement | null): SelectedWords | null {
  const selection = getSelection()
  if (!scroller || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const within = (elements: Iterable<Element>) => [...elements].filter((element) => range.intersectsNode(element))
  const touched = within(scroller.querySelectorAll('.said')).flatMap((paragraph) =>
    within(paragraph.querySelectorAll('[data-word]')),
  )
  const words = touched.filter((word, place) => (place > 0 && place < touched.length - 1) || holdsLetters(range, word))
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return null
  const panel = scroller.getBoundingClientRect()
  const [start, end] = [first.getBoundingClientRect(), last.getBoundingClientRect()]
  const below = start.top - panel.top < ROOM.above
  const top = below ? end.bottom - panel.top + 6 : start.top - panel.top - ROOM.above + 6
  const middle = start.left + start.width / 2 - panel.left
  return {
    from: Number(first.getAttribute('data-word')),
    to: Number(last.getAttribute('data-word')) + 1,
    top: Math.max(0, Math.min(top, panel.height - ROOM.above)),
    left: Math.max(ROOM.half, Math.min(middle, panel.width - ROOM.half)),
    below,
  }
}
