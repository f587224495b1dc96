import type { Page } from 'playwright-core'
import { tabTo } from './steps.ts'

/** Follows a link of the guide by the keyboard alone. @param title of the page that it leads to */
export async function walkByKeyboard(page: Page, link: string | RegExp, title: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByRole('link', { name: link }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

/** The pictures that the page shows: their texts, and the widths of the loaded files (pixels). */
export async function shownPictures(page: Page): Promise<{ alt: string; width: number }[]> {
  const pictures = page.locator('.guide-picture img:visible')
  const shown: { alt: string; width: number }[] = []
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    shown.push(await picture.evaluate((image: HTMLImageElement) => ({ alt: image.alt, width: image.naturalWidth })))
  }
  return shown
}
