import { listAddress, SELECTS_LIST } from '../../lib/addresses.ts'

/** An entry of the navigation bar and of the phone's menu. */
export interface NavigationEntry {
  label: string
  to: string
  /** Addresses with this prefix belong to the entry; by default those that start with `to`. */
  area?: string
  audience: 'user' | 'visitor'
  /** Its place: among the links, at the right end, or there as the main button. */
  place: 'link' | 'side' | 'action'
  /** Hidden on installations without plans. */
  billing?: boolean
  /** Hidden when the pages for visitors are switched off. */
  for_visitors?: boolean
  /** Hidden where people can't make an account themselves. */
  for_newcomers?: boolean
}

/** Entries of the menu Products, for everyone. */
export const products = [
  { label: 'Video Search', to: '/quick-search', note: 'Find the moment that you describe' },
  { label: 'Review', to: '/quick-review', note: 'Comment on a second or a range' },
  { label: 'Content studio', to: '/quick-gen', note: 'Coming soon' },
] as const

/** Entries of the bar and the phone's menu, in order. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Home', to: '/home', audience: 'user', place: 'link' },
  { label: 'Collections', to: '/collections', audience: 'user', place: 'link' },
  {
    label: 'Quick Review',
    to: listAddress('review'),
    area: '/quick-review/',
    audience: 'user',
    place: 'link',
  },
  { label: 'Selects', to: SELECTS_LIST, audience: 'user', place: 'link' },
  { label: 'About', to: '/about', audience: 'user', place: 'link', for_visitors: true },
  { label: 'Use Cases', to: '/use-cases', audience: 'visitor', place: 'link', for_visitors: true },
  { label: 'Team', to: '/team', audience: 'visitor', place: 'link', for_visitors: true },
  { label: 'Pricing', to: '/pricing', audience: 'visitor', place: 'link', billing: true, for_visitors: true },
  { label: 'Sign in', to: '/login', audience: 'visitor', place: 'side' },
  { label: 'Get Started For Free', to: '/signup', audience: 'visitor', place: 'action', for_newcomers: true },
]
