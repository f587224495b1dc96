import type { Page } from 'playwright-core'
import { amended, click, refuse, type StateRow, stall } from './screen-state.ts'
import type { SeededProduct } from './seeded.ts'
import { button, field } from './steps.ts'

async function typeAddress(page: Page, text: string): Promise<void> {
  await page.getByLabel('E-mail addresses').fill(text)
  await button(page, 'Add User').click()
  await page.getByRole('alert').waitFor()
}

/** On a desktop the actions are in the row, on a phone in its menu. */
async function act(page: Page, label: string): Promise<void> {
  const inRow = button(page, new RegExp(`^${label}: `)).first()
  if (await inRow.isVisible()) return await inRow.click()
  await button(page, /^Actions for/)
    .first()
    .click()
  await page.getByRole('menuitem', { name: label }).click()
}

/** Changes an answer to one with an exceeded limit. */
const overLimit =
  (part: string, amend: Parameters<typeof amended>[1], words = 'Nothing is deleted') =>
  async (page: Page) => {
    await amended(part, amend)(page)
    await page.getByText(words).waitFor()
  }

/** Members of a company; those after the first few have no seat. */
const readOnlyFrom = (seats: number, users: object | undefined): object[] =>
  Object.values(users ?? []).map((user: { verified: boolean }, place) => ({
    ...user,
    read_only: user.verified && place >= seats,
  }))

/** The company, its plan, and the form that an invitation opens. */
export const companyStates = ({ invitation }: SeededProduct): readonly StateRow[] => [
  ['company-1-team', 'regular', '/company'],
  ['company-1-alone', 'newcomer', '/company'],
  ['company-1-member', 'member', '/company'],
  ['company-2-loading', 'regular', '/company', stall('company/company_details')],
  ['company-2-not-loaded', 'regular', '/company', refuse('company/company_details')],
  ['company-3-no-address', 'regular', '/company', (page) => typeAddress(page, 'nobody')],
  [
    'company-3-thousand',
    'regular',
    '/company',
    (page) => typeAddress(page, Array.from({ length: 1000 }, (_, place) => `person${place}@example.org`).join('\n')),
  ],
  ['company-4-remove', 'regular', '/company', (page) => act(page, 'Remove')],
  [
    'company-5-over-limit',
    'regular',
    '/company',
    overLimit(
      'company/company_details',
      (body) => ({
        ...body,
        company_details: { ...body.company_details, storage_used: 9 * 2 ** 40, over_limit: ['storage', 'seats'] },
        users: readOnlyFrom(2, body.users),
      }),
      'Your plan is over its limits.',
    ),
  ],
  [
    'company-5-no-seat',
    'member',
    '/collections',
    overLimit(
      'subscription/current',
      (body) => ({ ...body, over_limit: ['seats'], read_only: true }),
      'You have no seat in this plan.',
    ),
  ],
  ['company-6-usage', 'regular', '/company?tab=usage'],
  ['company-6-usage-empty', 'newcomer', '/company?tab=usage'],
  ['company-6-usage-sorted', 'regular', '/company?tab=usage', click('Minutes')],
  ['company-7-usage-not-loaded', 'regular', '/company?tab=usage', refuse('company/usage_history')],
  ['subscription-1-free', 'newcomer', '/subscription'],
  ['subscription-1-team', 'regular', '/subscription'],
  ['subscription-1-member', 'member', '/subscription'],
  ['subscription-2-loading', 'regular', '/subscription', stall('subscription/current')],
  ['subscription-2-not-loaded', 'regular', '/subscription', refuse('subscription/current')],
  ['subscription-3-cancel', 'regular', '/subscription', click('Cancel subscription')],
  [
    'subscription-4-past-due',
    'regular',
    '/subscription',
    overLimit('subscription/current', (body) => ({
      ...body,
      status: 'past_due',
      portal: true,
      over_limit: ['minutes', 'seats'],
    })),
  ],
  ['onboarding-1-contact', 'visitor', '/onboarding'],
  ['onboarding-2-invited', 'visitor', invitation],
  [
    'onboarding-2-errors',
    'visitor',
    invitation,
    async (page) => {
      await field(page, 'Password').fill('short')
      await button(page, 'Join').click()
    },
  ],
  ['onboarding-3-invalid', 'visitor', '/onboarding?email=nobody@example.org&token=none'],
]
