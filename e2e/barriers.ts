import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Most checks of a page that never stops moving; then the findings count anyway. */
const MOST_LOOKS = 5

/** Rules of axe: all those below, or those of them whose findings depend on colours. */
export type Rules = 'all' | 'colours'

/** Rules of WCAG 2.0 to 2.2, A and AA. */
const SETS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Findings of axe in the page (WCAG 2.0 to 2.2, A and AA), a line each. */
export async function findBarriers(page: Page, rules: Rules = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: await readFile(AXE, 'utf8') })
    await session.detach()
  }
  for (let looks = 1; ; looks += 1) {
    await settle(page)
    const { found, moved } = await look(page, rules === 'all' ? SETS : OF_COLOURS)
    if (!moved || found.length === 0 || looks === MOST_LOOKS) return found
  }
}

/** Waits until all fades have ended, because colours during a fade are not what people read. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A change, such as of the theme, is drawn only by the next frame.
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const fades = () =>
      document
        .getAnimations()
        // An animation that follows the scroll position never ends.
        .filter((a) => a.timeline === document.timeline && a.effect?.getComputedTiming().iterations === 1)
        .filter((a) => a.playState === 'running')
    await drawn()
    while (document.querySelector('[data-leaving]') !== null || fades().length > 0) {
      await Promise.all(fades().map((a) => a.finished.catch(() => undefined)))
      await drawn()
    }
  })

/** Runs axe. @returns findings, and whether something began to move meanwhile */
const look = (page: Page, runOnly: readonly string[]): Promise<{ found: string[]; moved: boolean }> =>
  page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[]
        }>
      }
    }
    const moving = new AbortController()
    let moved = false
    const note = () => {
      moved = true
    }
    for (const event of ['transitionrun', 'animationstart'])
      document.addEventListener(event, note, { signal: moving.signal })
    const { violations } = await axe.run({
      runOnly,
      // It names no elements that are in order.
      resultTypes: ['violations'],
    })
    // Anything that opened during the check, such as a lazily loaded dialog, is visible after the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    moving.abort()
    const found = violations.map(
      (v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => `${n.target.join(' ')} (${n.failureSummary})`).join(' | ')}`,
    )
    return { found, moved: moved || document.querySelector('[data-leaving]') !== null }
  }, runOnly)

/** Whether the page can be scrolled sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Controls of which the page cuts off a part at the left or right, by name: nobody can scroll to it. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A name that ends in an ellipsis is shortened, not cut.
    const clips = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      return ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis'
    }
    const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
    /** Pixels of an element that lie outside of what its ancestors show. */
    const hiddenPart = (control: Element): number => {
      let hidden = 0
      let { left, right } = control.getBoundingClientRect()
      for (let at = control; at !== document.documentElement; at = at.parentElement ?? document.documentElement) {
        if (getComputedStyle(at).position === 'fixed') break
        const around = at.parentElement
        if (!around) break
        const box = around.getBoundingClientRect()
        if (clips(around)) hidden = Math.max(hidden, box.left - left, right - box.right)
        // What scrolls shows all of its content, one part after the other.
        if (scrolls(around)) ({ left, right } = box)
      }
      return Math.max(hidden, -left, right - document.documentElement.clientWidth)
    }
    return [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((control) => control.getBoundingClientRect().width > 1 && hiddenPart(control) > 1)
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)
  })
