/** An entry of the navigation bar and of the phone's menu. */
export interface NavigationEntry {
  label: string
  to: string
  audience: 'user' | 'visitor'
  /** Where it stands: among the links, or at the right end as the one call. */
  place: 'link' | 'action'
}

/** The bar and the phone's menu, in order. An entry comes with its screen. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Home', to: '/home', audience: 'user', place: 'link' },
  { label: 'Collections', to: '/collections', audience: 'user', place: 'link' },
  { label: 'Sign in', to: '/login', audience: 'visitor', place: 'link' },
  { label: 'Get Started For Free', to: '/signup', audience: 'visitor', place: 'action' },
]
