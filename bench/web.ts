/**
 * Measures the web app: `npm run bench:web`. Starts the product, opens each address in a browser with an empty cache,
 * touches nothing, and counts the bytes of JavaScript over the wire until two seconds after the screen has replaced its
 * outline. Prints each with its bound (kB of 1,000 bytes) and exits with 1 if one exceeds it.
 */
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { VersionList } from '@footnote/contract/nouns/library/videos/versions.ts'
import type { Page } from 'playwright-core'
import { openBrowser, signIn } from '../e2e/browser.ts'
import { ask, createAccount, createCollection, createLink, createShareLink, sampleReview } from '../e2e/calls.ts'
import { startProduct } from '../e2e/product.ts'

const KB = 1000
const BOUNDS = { visitor: 120, guest: 180, user: 210 } as const

const product = await startProduct({}, [], 'indexed')
const beyond: string[] = []
try {
  const account = await createAccount(product)
  const id = await createCollection(product, account, 'Measured')
  const searched = ['/home', '/collections', `/collections/${id}`, `/collections/${id}/search?q=harbour`]
  const review = await sampleReview(product, account)
  const shown = path.posix.basename(review)
  const { versions } = await ask<VersionList>(product, account, `quick-review/versions/${shown}`)
  const other = versions.find(({ video_id }) => video_id !== shown)
  if (!other) throw new Error('The sample film has one version: nothing can be compared.')
  const compared = `${review}/compare?with=${other.video_id}`
  const signedIn = [...searched, '/quick-review/home', review, compared, `${review}/print`]
  for (const address of ['/', '/login', '/help/ask']) await report(address, BOUNDS.visitor, null)
  for (const address of signedIn) await report(address, BOUNDS.user, account.storage)
  await report(await createShareLink(product, account, shown, 'viewer'), BOUNDS.user, null)
  const set = { kind: 'set', ids: [shown], permission: 'commenter' } as const
  const locked = { ...set, ids: [shown], password: 'four quiet boats' }
  // What a locked link and a list of videos show needs no player.
  await report((await createLink(product, account, locked)).path, BOUNDS.guest, null)
  await report((await createLink(product, account, { ...set, ids: [shown] })).path, BOUNDS.guest, null)
} finally {
  await product.stop()
}
if (beyond.length > 0) {
  console.error(`Beyond the bound: ${beyond.join(', ')}`)
  process.exitCode = 1
}

async function report(address: string, bound: number, storage: Readonly<Record<string, string>> | null): Promise<void> {
  const browser = await openBrowser()
  try {
    if (storage) await signIn(browser.context, storage)
    const { bytes, files } = await scripts(browser.page, product.origin + address)
    const shown = address.replaceAll(/[0-9a-f-]{36}/g, '{id}').replace(/(shared.)[^/]+/, '$1{token}')
    console.log(`${shown.padEnd(44)} ${(bytes / KB).toFixed(1).padStart(6)} kB of ${bound} kB in ${files} files`)
    if (bytes > bound * KB) beyond.push(shown)
  } finally {
    await browser.close()
  }
}

/** @returns bytes on the wire, including headers, as Chromium counts them (Network.loadingFinished) */
async function scripts(page: Page, address: string): Promise<{ bytes: number; files: number }> {
  const session = await page.context().newCDPSession(page)
  const asked = new Set<string>()
  const sizes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType)) asked.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(address, { waitUntil: 'load' })
  // The program starts after the load event, on a busy machine long after it.
  await page.waitForFunction(() => !document.getElementById('early'))
  await wait(2_000)
  const arrived = [...asked].map((id) => sizes.get(id) ?? 0)
  if (arrived.length === 0) throw new Error(`${address} loaded no script: nothing was measured.`)
  return { bytes: arrived.reduce((sum, size) => sum + size, 0), files: arrived.length }
}
