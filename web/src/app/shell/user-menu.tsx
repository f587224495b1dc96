import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { StoredSession } from '../../lib/session.ts'
import { siteFacts } from '../../lib/site.ts'
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Menu, MenuChoice, MenuEntry, MenuItem, MenuLabel, MenuLine, MenuLink } from '../../ui/overlays/menu.tsx'
import { chooseTheme, readTheme, type Theme } from '../styles/theme.ts'
import { logOut, resetTutorial } from '../user-actions.ts'

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

/** Screens of the user menu, in order; those of plans are hidden on installations without plans. */
const screens: readonly { label: string; to: string; billing?: boolean }[] = [
  { label: 'Company', to: '/company' },
  { label: 'Subscription', to: '/subscription', billing: true },
  { label: 'API keys', to: '/api-keys' },
  { label: 'Notification settings', to: '/notification-settings' },
  { label: 'Account', to: '/account' },
  { label: 'Change password', to: '/change-password' },
]

const nameOf = (session: StoredSession): string => `${session.first_name} ${session.last_name}`.trim() || session.email

const shownScreens = () => screens.filter(({ billing }) => !billing || siteFacts().billing)

function useTheme() {
  const [theme, setTheme] = useState(readTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  return [theme, choose] as const
}

/** The menu behind the person's initials. */
export function UserMenu({ session, onKeys }: { session: StoredSession; onKeys: () => void }) {
  const [theme, setTheme] = useTheme()
  const name = nameOf(session)
  return (
    <Menu
      trigger={
        <button type="button" className="btn btn-ghost pr-1.5 pl-0.5 max-md:hidden" aria-label={`User menu: ${name}`}>
          <Avatar firstName={session.first_name} lastName={session.last_name} />
          <ChevronDown className="icon icon-sm" aria-hidden="true" />
        </button>
      }
    >
      <div className="px-2 pt-1.5 pb-1">
        <div className="truncate font-semibold" dir="auto">
          {name}
        </div>
        <div className="truncate text-xs text-text-2">{session.email}</div>
      </div>
      <MenuLine />
      {shownScreens().map((screen) => (
        <MenuLink key={screen.to} to={screen.to}>
          {screen.label}
        </MenuLink>
      ))}
      <MenuLink to="/help">Help</MenuLink>
      <MenuItem onSelect={resetTutorial}>Reset Tutorial</MenuItem>
      <MenuItem onSelect={onKeys}>Keyboard shortcuts</MenuItem>
      <MenuEntry>
        <a href={siteFacts().source_href}>Source code</a>
      </MenuEntry>
      <MenuLine />
      <MenuLabel>Theme</MenuLabel>
      <MenuChoice options={THEMES} value={theme} onChange={setTheme} />
      <MenuLine />
      <MenuItem onSelect={logOut}>Logout</MenuItem>
    </Menu>
  )
}

/** The same entries at the end of the phone's panel. */
export function PhoneUserMenu({ session }: { session: StoredSession }) {
  const [theme, setTheme] = useTheme()
  return (
    <div className="ruled mt-2 pt-3">
      <div className="flex items-center gap-3 px-2.5 pb-2">
        <Avatar firstName={session.first_name} lastName={session.last_name} />
        <div className="min-w-0">
          <div className="truncate font-semibold" dir="auto">
            {nameOf(session)}
          </div>
          <div className="truncate text-xs text-text-2">{session.email}</div>
        </div>
      </div>
      {shownScreens().map((screen) => (
        <Link key={screen.to} className="nav-link h-11 w-full" to={screen.to}>
          {screen.label}
        </Link>
      ))}
      <Link className="nav-link h-11 w-full" to="/help">
        Help
      </Link>
      <button type="button" className="nav-link h-11 w-full" onClick={resetTutorial}>
        Reset Tutorial
      </button>
      <a className="nav-link h-11 w-full" href={siteFacts().source_href}>
        Source code
      </a>
      <div className="flex items-center justify-between gap-2 px-2.5 py-1">
        <span className="font-medium text-text-2">Theme</span>
        <SegmentedControl label="Theme" options={THEMES} value={theme} onChange={setTheme} />
      </div>
      <button type="button" className="nav-link h-11 w-full" onClick={logOut}>
        Logout
      </button>
    </div>
  )
}
