import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { timesOf } from '../../web/src/lib/times/times.ts'
import { comments, openVideo } from '../review-page.ts'
import { testBrowser } from '../test-browser.ts'
import { type Cast, type Participant, RATE } from './cast.ts'
import type { CommentView, Sight } from './seen.ts'

const times = timesOf({ rate: RATE, times: null }, null, 'frames')

/** A comment or reply as a page shows it. */
interface CommentOnPage {
  /** Empty for a reply. */
  readonly number: string
  readonly author: string
  readonly text: string
  /** Frames; empty for a reply. */
  readonly place: string
  readonly marks: string
}

const marksOf = (marks: Readonly<Record<string, boolean>>): string =>
  Object.keys(marks)
    .filter((mark) => marks[mark])
    .join(', ')

const expectedOf = ({
  parent,
  number,
  author,
  text,
  start_time,
  end_time_inclusive,
  resolved,
  edited,
  team,
  drawing,
  deleted,
}: CommentView): CommentOnPage => ({
  ...{ number, author },
  text: deleted ? 'This comment was deleted.' : text,
  place: parent === null ? times.place({ start_time, end_time_inclusive }) : '',
  marks: marksOf({
    resolved: parent === null && resolved,
    edited,
    team: parent === null && team,
    drawing: parent === null && drawing,
  }),
})

/** The real page of a person, which shows frames in place of times, and is never loaded again within a version. */
export class SessionPage {
  readonly who: Participant
  readonly #origin: string
  readonly #page: Page

  private constructor(who: Participant, origin: string, page: Page) {
    this.who = who
    this.#origin = origin
    this.#page = page
  }

  static async open(
    { product }: Cast,
    who: Participant,
    size: { width: number; height: number },
  ): Promise<SessionPage> {
    const guest = { 'footnote.guest_key': who.guest_key, 'footnote.guest_name': who.guest_name ?? '' }
    const storage = { player_time: 'frames', ...(who.account ? {} : guest) }
    const { page } = await testBrowser({ ...(who.account && { as: who.account }), storage, product, ...size })
    return new SessionPage(who, product.origin, page)
  }

  /** Goes to a version. */
  async goTo(video: string): Promise<void> {
    await this.#page.goto(this.#origin + this.who.pageOf(video))
    await openVideo(this.#page)
    await comments(this.#page).waitFor()
  }

  /** All words of the comments. */
  text(): Promise<string> {
    return comments(this.#page).innerText()
  }

  /** Opens every thread. @returns how the page differs from what the server answers this person */
  async differences(sight: Sight): Promise<string[]> {
    const roots = sight.filter(({ parent }) => parent === null).length
    // Further comments are added when the end of those that are shown is near.
    for (let shown = 0, before = -1; shown < roots && shown > before; ) {
      before = shown
      shown = await comments(this.#page).locator('ul[aria-label="Comments"] > li.comment').count()
      if (shown > 0)
        await comments(this.#page)
          .locator('li.comment')
          .nth(shown - 1)
          .scrollIntoViewIfNeeded()
    }
    const toggles = (name: RegExp) =>
      comments(this.#page).getByRole('list', { name: 'Comments' }).getByRole('button', { name })
    const [closed, opened] = [toggles(/^Show \d+ repl/), toggles(/^Hide \d+ repl/)]
    // An opened thread may have closed ones in it.
    while ((await closed.count()) > 0) {
      const before = await opened.count()
      await closed.first().click()
      await expect.poll(() => opened.count()).toBeGreaterThan(before)
    }
    const shown = await this.#shown()
    const expected = sight.map(expectedOf)
    const lines = Array.from({ length: Math.max(shown.length, expected.length) }, (_, line) => line)
    // Only the first: after a comment that is missing, every line differs.
    const line = lines.find((at) => JSON.stringify(shown[at]) !== JSON.stringify(expected[at]))
    if (line === undefined) return []
    const values = `${JSON.stringify(shown[line])}, and not ${JSON.stringify(expected[line])}`
    return [`The page of ${this.who.role} shows below ${JSON.stringify(expected[line - 1])} ${values}.`]
  }

  async #shown(): Promise<CommentOnPage[]> {
    const read = await comments(this.#page).evaluate((region) => {
      const words = (node: Node | null | undefined) => node?.textContent ?? ''
      const list = [...region.querySelectorAll('ul[aria-label="Comments"]')].find((one) => !one.closest('.leaving'))
      return [...(list?.querySelectorAll('li.comment, li.reply') ?? [])].map((entry) => {
        const body = entry.querySelector(':scope > .min-w-0')
        const [who, at] = [body?.querySelector(':scope > .who'), body?.querySelector(':scope > .who .at')]
        const place = [...(at?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE)
        const marks = [...(who?.querySelectorAll('.faint') ?? [])].map((mark) => words(mark))
        return {
          number: words(at?.querySelector('.fn > [aria-hidden]')),
          name: words(who?.querySelector('b')),
          guest: who?.querySelector('.guest-mark') != null,
          text: words(body?.querySelector(':scope > .words')),
          place: place.map((node) => words(node)).join(''),
          resolved: entry.classList.contains('is-done'),
          edited: marks.includes('edited'),
          team: marks.includes('Team only'),
          drawing: at?.querySelector('[aria-label="With a drawing."]') != null,
        }
      })
    })
    return read.map(({ number, name, guest, text, place, ...marks }) => ({
      ...{ number, author: guest ? `${name} (guest)` : name, text, place },
      marks: marksOf(marks),
    }))
  }
}
