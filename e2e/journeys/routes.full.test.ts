import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { screenRoutes } from '../../web/src/app/screen-routes.ts'
import { type Browser, signIn } from '../browser.ts'
import {
  type Account,
  ask,
  changePlan,
  createAccount,
  createCollection,
  createLink,
  createReviewCollection,
  createShareLink,
  invite,
  sampleReview,
} from '../calls.ts'
import { connectProduct } from '../product.ts'
import { isInOrder } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

const product = connectProduct(inject('product'))

/** Values for a route's parameters. */
interface Places {
  readonly collection: string
  readonly review_collection: string
  /** Address of a review, and its heading. */
  readonly review: string
  readonly shared: string
  readonly shared_video: string
  readonly box: string
  readonly invitation: string
  readonly selects: string
  readonly file_name: string
}

interface Row {
  /** As the specification's table has it. */
  readonly route: string
  /** Who opens it. A screen for signed-in people sends everybody else to the login screen. */
  readonly who: 'visitor' | 'user'
  /** Its address; the route itself by default. */
  readonly address?: (places: Places) => string
  /** Its first-level heading. */
  readonly heading: string | ((places: Places) => string)
}

/** Local storage of a visitor in the middle of an account's forms. */
const KEPT = { email: 'nobody@example.org', reset_email: 'nobody@example.org' }
const fileName = ({ file_name }: Places) => file_name

/** Every route of the specification's table. */
const SPECIFIED: readonly Row[] = [
  { route: '/', who: 'visitor', heading: 'Ask Your Videos Anything.' },
  { route: '/home', who: 'user', heading: 'Search your videos' },
  { route: '/quick-search', who: 'visitor', heading: 'Video Search' },
  { route: '/quick-review', who: 'visitor', heading: 'Quick Review' },
  { route: '/quick-gen', who: 'visitor', heading: 'Content studio' },
  { route: '/quickreview', who: 'user', heading: 'Quick Review' },
  { route: '/pricing', who: 'visitor', heading: 'Pricing' },
  { route: '/pricing', who: 'user', heading: 'Pricing' },
  { route: '/team', who: 'visitor', heading: 'Team' },
  { route: '/about', who: 'visitor', heading: 'About' },
  { route: '/use-cases', who: 'visitor', heading: 'Use Cases' },
  {
    route: '/use-cases/{id}',
    who: 'visitor',
    address: () => '/use-cases/university-statistics',
    heading: 'A statistics class marks its video presentations together',
  },
  { route: '/use-cases/{id}', who: 'visitor', address: () => '/use-cases/none', heading: 'Use Case Not Found' },
  { route: '/login', who: 'visitor', heading: 'Sign in' },
  { route: '/signup', who: 'visitor', heading: 'Create your account' },
  { route: '/forgot-password', who: 'visitor', heading: 'Forgot your password?' },
  { route: '/reset-password', who: 'visitor', heading: 'Choose a new password' },
  { route: '/verification', who: 'visitor', heading: 'Check your mail' },
  { route: '/change-password', who: 'user', heading: 'Change password' },
  { route: '/onboarding', who: 'visitor', heading: 'Let us set you up' },
  { route: '/onboarding', who: 'visitor', address: ({ invitation }) => invitation, heading: 'Join your team' },
  { route: '/collections', who: 'user', heading: 'Collections' },
  {
    route: '/collections/{id}',
    who: 'user',
    address: ({ collection }) => `/collections/${collection}`,
    heading: 'Rushes',
  },
  { route: '/collections/{id}', who: 'user', address: () => '/collections/none', heading: 'Collection Not Found' },
  {
    route: '/collections/{id}/search',
    who: 'user',
    address: ({ collection }) => `/collections/${collection}/search?q=harbour`,
    heading: 'Search results',
  },
  { route: '/company', who: 'user', heading: 'Lovelace' },
  { route: '/company', who: 'user', heading: 'Lovelace', address: () => '/company?tab=usage' },
  { route: '/company', who: 'user', heading: 'Lovelace', address: () => '/company?tab=indexing' },
  { route: '/subscription', who: 'user', heading: 'Subscription' },
  { route: '/shared/{shareToken}', who: 'visitor', address: ({ shared }) => shared, heading: fileName },
  { route: '/quick-review/home', who: 'user', heading: 'Quick Review' },
  {
    route: '/quick-review/collections/{collectionId}',
    who: 'user',
    address: (places) => `/quick-review/collections/${places.review_collection}`,
    heading: 'Cuts',
  },
  { route: '/quick-review/{userId}/{videoId}', who: 'user', address: ({ review }) => review, heading: fileName },
  {
    route: '/quick-review/{userId}/{videoId}/compare',
    who: 'user',
    address: ({ review }) => `${review}/compare`,
    heading: 'Compare',
  },
  {
    route: '/quick-review/{userId}/{videoId}/print',
    who: 'user',
    address: ({ review }) => `${review}/print`,
    heading: fileName,
  },
  {
    route: '/shared/{shareToken}/print',
    who: 'visitor',
    address: ({ shared }) => `${shared}/print`,
    heading: fileName,
  },
  { route: 'anything else', who: 'visitor', address: () => '/nothing/here', heading: 'Page Not Found' },
  { route: 'anything else', who: 'user', address: () => '/nothing/here', heading: 'Page Not Found' },
]

/** Further screens of the product. */
const FURTHER: readonly Row[] = [
  {
    route: '/shared/{shareToken}/{videoId}',
    who: 'visitor',
    address: ({ shared, shared_video }) => `${shared}/${shared_video}`,
    heading: fileName,
  },
  {
    route: '/shared/{shareToken}/{videoId}/compare',
    who: 'visitor',
    address: ({ shared, shared_video }) => `${shared}/${shared_video}/compare`,
    heading: 'Compare',
  },
  {
    route: '/shared/{shareToken}/{videoId}/print',
    who: 'visitor',
    address: ({ shared, shared_video }) => `${shared}/${shared_video}/print`,
    heading: fileName,
  },
  { route: '/send/{shareToken}', who: 'visitor', address: ({ box }) => box, heading: 'Day 2' },
  { route: '/account', who: 'user', heading: 'Account' },
  { route: '/api-keys', who: 'user', heading: 'API keys' },
  { route: '/notification-settings', who: 'user', heading: 'Notification settings' },
  { route: '/help', who: 'user', heading: 'Help' },
  { route: '/help', who: 'visitor', heading: 'Help' },
  { route: '/help/{page}', who: 'visitor', address: () => '/help/ask', heading: 'Ask for a moment' },
  { route: '/source', who: 'visitor', heading: 'Source code' },
  { route: '/selects', who: 'user', heading: 'Selects' },
  { route: '/selects/{id}', who: 'user', address: ({ selects }) => `/selects/${selects}`, heading: 'First minute' },
]
const ROWS = [...SPECIFIED, ...FURTHER]

/** Redirects to another screen. */
const LEADS_ON = '/quickreview'
/** Shown only by the development server. */
const IN_DEVELOPMENT = '/gallery'
const withoutNames = (route: string): string => route.replace(/\{\w+\}|:\w+/g, '{}')

const people: Record<Row['who'], Browser> = {} as Record<Row['who'], Browser>
let account: Account
let places: Places

beforeAll(async () => {
  account = await createAccount(product)
  await changePlan(product, account, 'TEAM')
  const review = await sampleReview(product, account)
  const [, , , video_id = ''] = review.split('/')
  const answer = await fetch(`${product.origin}/api/get_video_details/${video_id}`, {
    headers: { authorization: `Bearer ${account.access}` },
  })
  const review_collection = await createReviewCollection(product, account, 'Cuts')
  const box = await createLink(product, account, {
    ...{ kind: 'box', ids: [review_collection], permission: 'viewer', name: 'Day 2' },
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const link = new URL(await invite(product, account, `guest.${account.user_id}@example.org`))
  places = {
    review,
    collection: await createCollection(product, account, 'Rushes'),
    review_collection,
    shared: await createShareLink(product, account, video_id, 'viewer'),
    shared_video: video_id,
    box: box.path,
    invitation: link.pathname + link.search,
    selects: (await ask<{ id: string }>(product, account, 'selects', { name: 'First minute', note: '' })).id,
    file_name: ((await answer.json()) as { file_name: string }).file_name,
  }
  people.visitor = await testBrowser()
  await signIn(people.visitor.context, KEPT)
  people.user = await testBrowser()
  await signIn(people.user.context, account.storage)
})
afterAll(async () => {
  await Promise.all(Object.values(people).map((browser) => browser.close()))
})

test('every screen of the web app is in this list, and every route of the list has its screen', () => {
  const screens = screenRoutes.map(({ path }) => path).filter((path) => path !== IN_DEVELOPMENT)
  const listed = ROWS.map(({ route }) => route).filter((route) => route !== 'anything else' && route !== LEADS_ON)
  expect([...new Set(listed.map(withoutNames))].sort()).toEqual(screens.map(withoutNames).sort())
  const forUsers = screenRoutes.filter(({ audience }) => audience === 'user').map(({ path }) => withoutNames(path))
  for (const route of forUsers)
    expect(
      ROWS.some((row) => row.who === 'user' && withoutNames(row.route) === route),
      route,
    ).toBe(true)
})

const shown = ({ route, who }: Row, place: number) => [`${place + 1}. ${route}`, who, place] as const

test.each(drawnCases(ROWS.map(shown), { kindsOf: ([, who]) => [who], share: 1 / 2 }))(
  '%s shows a %s its heading, and the console stays silent',
  async (_route, who, place) => {
    const { route, heading, address } = ROWS[place]!
    const { page, complaints } = people[who]
    const before = complaints.length
    await page.goto(product.origin + (address?.(places) ?? route))
    const name = typeof heading === 'string' ? heading : heading(places)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    // A screen may log errors of later reads, too. Screens with a stream are never without requests.
    await page.waitForTimeout(250)
    expect(complaints.slice(before)).toEqual([])
  },
)

test.each(drawnCases(screenRoutes.filter(({ audience }) => audience === 'user').map(({ path }) => path)))(
  '%s sends a visitor to the login screen',
  async (route) => {
    const { page, complaints } = people.visitor
    const before = complaints.length
    await page.goto(product.origin + route.replace(/:\w+/g, account.user_id))
    await page.waitForURL(/\/login(\?|$)/)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(complaints.slice(before)).toEqual([])
  },
)

test('the page for unknown addresses is in order, too', async () => {
  const { page } = people.visitor
  await page.goto(`${product.origin}/nothing/here`)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await isInOrder(page)
})
