import { afterAll } from 'vitest'
import { type Browser, openBrowser } from './browser.ts'
import { pictureFailures } from './failures.ts'

/** Opens a browser for the tests of a file. It saves a picture of each failed test, and closes after the last one. */
export async function testBrowser(): Promise<Browser> {
  const browser = await openBrowser()
  pictureFailures(() => browser)
  afterAll(() => browser.close())
  return browser
}
