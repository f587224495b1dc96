import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

const WORDS = '[data-word]'
const STOPS = `${WORDS}, [data-marker], [data-speaker]`

/** 1 for the arrow that leads on in the reading direction of a word's paragraph, -1 for the other one. */
function stepOf(from: Element, key: string): 1 | -1 | undefined {
  const paragraph = from.closest('.said')?.querySelector('p')
  const back = paragraph && getComputedStyle(paragraph).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined
  return key === back ? -1 : 1
}

/** The element that an arrow key leads to; undefined at an end, null for another key. */
function neighbour(around: HTMLElement, from: Element, key: string): HTMLElement | undefined | null {
  const step = stepOf(from, key)
  const stops = [...around.querySelectorAll<HTMLElement>(STOPS)]
  if (step) return stops[stops.indexOf(from as HTMLElement) + step]
  if (key === 'Home') return stops[0]
  if (key === 'End') return stops.at(-1)
  const paragraph = from.closest('.said')
  const beside = { ArrowDown: paragraph?.nextElementSibling, ArrowUp: paragraph?.previousElementSibling }[key]
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  return beside?.querySelector<HTMLElement>(WORDS) ?? undefined
}

/** Selects a word, so that the browser extends it at the next such key. @returns whether the key selects */
function selectWord(word: Element, key: string): boolean {
  const step = stepOf(word, key)
  if (!step) return false
  const [from, to] = step === 1 ? [0, word.childNodes.length] : [word.childNodes.length, 0]
  getSelection()?.setBaseAndExtent(word, from, word, to)
  return true
}

/**
 * One tab stop for all words, markers and speakers; left and right lead to the next one as it is read, up and down to the next paragraph
 * (WAI-ARIA Authoring Practices, roving tabindex). Only the word at the stop is a control; for a screen reader the
 * others stay text. Changes the elements directly, because there are thousands.
 * @param words when they change, the hook chooses the stop again
 */
export function useWordStop(scroller: RefObject<HTMLElement | null>, words: unknown) {
  const stop = useRef<HTMLElement>(null)
  const choose = (element: HTMLElement) => {
    const last = stop.current
    if (last?.matches(WORDS)) {
      last.removeAttribute('tabindex')
      last.removeAttribute('role')
    } else last?.setAttribute('tabindex', '-1')
    element.tabIndex = 0
    if (element.matches(WORDS)) element.setAttribute('role', 'button')
    stop.current = element
  }
  const chooseRef = useRef(choose)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words are new elements
  useEffect(() => {
    const first = scroller.current?.querySelector<HTMLElement>(WORDS)
    if (first && !stop.current?.isConnected) chooseRef.current(first)
  }, [scroller, words])
  return {
    choose,
    /** Gives a word the focus, or the last one before it. @param place its index */
    focusAt: (place: number) => {
      const words = [...(scroller.current?.querySelectorAll<HTMLElement>(WORDS) ?? [])]
      const word = words.findLast(({ dataset }) => Number(dataset.word) <= place) ?? words[0]
      if (!word) return
      choose(word)
      word.focus()
    },
    /** The word at the stop, or the first visible one if that is out of sight. */
    visible: (around: HTMLElement) => {
      const { top, bottom } = around.getBoundingClientRect()
      const isSeen = (element: Element) => {
        const box = element.getBoundingClientRect()
        return box.bottom > top && box.top < bottom
      }
      const at = stop.current
      if (at?.matches(WORDS) && at.isConnected && isSeen(at)) return at
      return [...around.querySelectorAll('.said')].find(isSeen)?.querySelector<HTMLElement>(WORDS) ?? null
    },
    /** Makes an element the stop, unless the reader is at one. */
    offer: (element: HTMLElement) => {
      if (!scroller.current?.contains(document.activeElement)) choose(element)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const around = scroller.current
      const from = event.target instanceof Element ? event.target.closest(STOPS) : null
      if (!around || !from || event.altKey || event.ctrlKey || event.metaKey) return
      // The browser extends the selection.
      if (event.shiftKey && getSelection()?.isCollapsed === false) return
      if (event.shiftKey && from.matches(WORDS) && selectWord(from, event.key)) return event.preventDefault()
      const next = neighbour(around, from, event.key)
      if (next === null) return
      event.preventDefault()
      if (!next) return
      choose(next)
      next.focus()
    },
  }
}
