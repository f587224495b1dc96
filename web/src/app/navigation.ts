/** An entry of the navigation bar and of the phone's menu. */
export interface NavigationEntry {
  label: string
  to: string
  audience: 'user' | 'visitor'
  /** Where it stands: among the links, at the right end, or there as the one call. */
  place: 'link' | 'side' | 'action'
}

/** The bar and the phone's menu, in order. An entry comes with its screen. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Home', to: '/home', audience: 'user', place: 'link' },
  { label: 'Collections', to: '/collections', audience: 'user', place: 'link' },
  { label: 'Sign in', to: '/login', audience: 'visitor', place: 'side' },
  { label: 'Get Started For Free', to: '/signup', audience: 'visitor', place: 'action' },
]
