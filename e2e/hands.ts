import type { Locator, Page } from 'playwright-core'
import { tabTo } from './steps.ts'

/** How a person uses a page: with the keyboard alone, or with fingers alone. */
export interface Hands {
  /** Presses a button, follows a link, ticks a box. */
  press(target: Locator): Promise<void>
  /** Writes into a field, in place of what is in it. */
  write(field: Locator, words: string): Promise<void>
  /** Opens a menu, and chooses one of its entries. */
  choose(menu: Locator, entry: Locator): Promise<void>
}
export type HandsName = keyof typeof HANDS

/** Most arrows to an entry: more than any menu has. */
const ARROWS = 20

/** The keyboard: Tab, Enter, Space, arrows, and letters. */
const keyboard = (page: Page): Hands => {
  const press = async (target: Locator) => {
    await tabTo(page, target)
    const ticks = await target.evaluate((element) => element.matches('input[type=checkbox]'))
    await page.keyboard.press(ticks ? 'Space' : 'Enter')
  }
  return {
    press,
    write: async (field, words) => {
      await field.waitFor()
      await tabTo(page, field)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(words)
    },
    choose: async (menu, entry) => {
      await press(menu)
      await entry.waitFor()
      for (let arrow = 0; arrow < ARROWS; arrow += 1) {
        if (await entry.evaluate((element) => element === document.activeElement)) break
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Enter')
    },
  }
}

/** Fingers: taps, and the keys of the screen, which send no key to the page. */
const fingers = (page: Page): Hands => {
  const press = async (target: Locator) => {
    // The box of a checkbox is drawn by its label.
    const ticks = await target.evaluate((element) => element.matches('input[type=checkbox]'))
    await (ticks ? target.locator('xpath=ancestor::label') : target).tap()
  }
  return {
    press,
    write: async (field, words) => {
      await field.tap()
      await field.evaluate((element) => (element as HTMLInputElement).select())
      await page.keyboard.insertText(words)
    },
    choose: async (menu, entry) => {
      await press(menu)
      await entry.tap()
    },
  }
}

/** All hands, by name. */
export const HANDS = { keyboard, fingers } as const
