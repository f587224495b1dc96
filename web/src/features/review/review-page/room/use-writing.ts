import { type RefObject, useEffect } from 'react'
import { takesLetters } from '../../../../lib/keyboard/keys.ts'

/** Share of the window's height that no toolbar of a browser takes, but a keyboard on the screen does. */
const KEYBOARD = 0.8

/**
 * Marks a page while somebody writes in it: `data-writing` says where, in the form of a new `comment` or `elsewhere`,
 * and two variables say which part of the window a keyboard on the screen leaves: `--seen-top` and `--seen-height`.
 * A press on the film or on the form itself ends nothing, so that people can look again at what they write about.
 */
export function useWriting(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    let form: Element | null = null
    /** A pointer is down: only its end says where the focus goes. */
    let held = false
    const see = () => {
      const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 }
      element.style.setProperty('--seen-top', `${offsetTop}px`)
      element.style.setProperty('--seen-height', `${height}px`)
    }
    const end = () => {
      form = null
      delete element.dataset.writing
    }
    /** Whether a press there ends nothing. Menus and dialogs are outside of the page. */
    const isBeside = ({ target }: Event): boolean =>
      target instanceof Element &&
      (!element.contains(target) || target.closest('.stage') !== null || form?.contains(target) === true)
    const settle = (stays: boolean) => {
      const focused = document.activeElement
      if (focused && element.contains(focused) && takesLetters(focused) && !focused.closest('.stage')) {
        form = focused.closest('form')
        element.dataset.writing = focused.closest('.composer') ? 'comment' : 'elsewhere'
        return see()
      }
      // Who draws needs the whole picture, and the press may have removed the form.
      if (!stays || focused?.closest('.picture-board') || form?.isConnected === false) end()
    }
    document.addEventListener('mousedown', () => (held = true), { capture: true, signal })
    document.addEventListener(
      'mouseup',
      (event) => {
        const stays = isBeside(event)
        // After the press itself, which must meet the page as it was when it began.
        setTimeout(() => {
          held = false
          if (element.dataset.writing) settle(stays)
        })
      },
      { capture: true, signal },
    )
    element.addEventListener(
      'focusin',
      (event) => (!held || takesLetters(event.target as Element)) && settle(isBeside(event)),
      { signal },
    )
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        // The window may have lost the focus, or another element takes it at once.
        if (!held && relatedTarget === null && document.hasFocus()) setTimeout(() => held || settle(false))
      },
      { signal },
    )
    window.visualViewport?.addEventListener(
      'resize',
      () => {
        const opened = (window.visualViewport?.height ?? 0) < KEYBOARD * window.innerHeight
        if (!opened && element.dataset.writing && !takesLetters(document.activeElement ?? element)) end()
        see()
      },
      { signal },
    )
    window.visualViewport?.addEventListener('scroll', see, { signal })
    return () => {
      listening.abort()
      end()
    }
  }, [page])
}
