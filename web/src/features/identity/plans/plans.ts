import { PLANS, type PlanType, PRICES } from '@footnote/contract/shared/limits.ts'

/** One line of a plan's contents; `notes` are the numbers of its conditions under the table. */
export interface PlanPoint {
  readonly words: string
  readonly notes?: readonly number[]
}

export interface PlanCard {
  /** Absent for a plan that is agreed in person. */
  readonly type?: PlanType
  readonly name: string
  /** US dollars a month, or words. */
  readonly price: number | string
  readonly points: readonly PlanPoint[]
}

export const planCards: readonly PlanCard[] = [
  {
    type: 'FREE',
    name: 'Free',
    price: PRICES.FREE,
    points: [
      { words: '5GB storage' },
      { words: 'One-time credit allocation', notes: [1, 2] },
      { words: `${PLANS.FREE.minutes} minutes of video` },
      { words: '30-day retention' },
    ],
  },
  {
    type: 'PRO',
    name: 'Pro',
    price: PRICES.PRO,
    points: [
      { words: '1TB storage' },
      { words: 'Monthly credit refresh', notes: [1, 2] },
      { words: `${PLANS.PRO.minutes} minutes of video a month` },
      { words: 'Unlimited sharing and retention' },
    ],
  },
  {
    type: 'TEAM',
    name: 'Team',
    price: PRICES.TEAM,
    points: [
      { words: '3TB storage' },
      { words: 'Monthly credit refresh', notes: [1, 2] },
      { words: `${PLANS.TEAM.minutes.toLocaleString('en-US')} minutes of video a month` },
      { words: `${PLANS.TEAM.seats} team members` },
      { words: `$${PRICES.seat} per additional user` },
    ],
  },
  { name: 'Enterprise', price: 'Custom', points: [{ words: 'Storage, seats and onboarding as agreed' }] },
]

/** Conditions, numbered from 1. */
export const planNotes: readonly string[] = [
  'Credits are minutes of video that are indexed. Credits do not roll over.',
  'Deleting a collection or a video does not reset minutes used.',
]

/** Announced prices of the Developer plan: US dollars a minute of video. */
export const developerPrices = [
  { modality: 'Visual', price: `$${PRICES.minute.visual}/min` },
  { modality: 'Speech', price: `$${PRICES.minute.speech}/min` },
  { modality: 'Text', price: `$${PRICES.minute.text}/min` },
] as const

/** Common questions about plans. */
export const planQuestions = [
  { question: 'Do credits roll over?', answer: 'No. Credits do not roll over.' },
  { question: 'How long are videos kept?', answer: '30 days on Free. Pro has unlimited sharing and retention.' },
  {
    question: 'What happens when I cancel?',
    answer: 'Your plan stays as it is until the end of the billing period, then becomes Free.',
  },
  {
    question: 'How many people can be on Team?',
    answer: `Five are included. Each additional user is $${PRICES.seat} a month.`,
  },
  {
    question: 'What happens above a limit?',
    answer:
      'Nothing is deleted, but you can add nothing until there is room again or you choose a larger plan. Members without a seat can watch and search, but change nothing. Admins keep their seats first, then the members who joined first.',
  },
  {
    question: 'What uses credits?',
    answer: 'Indexing: a minute of video is a minute, once. Searching, watching and reviewing use none.',
  },
] as const
