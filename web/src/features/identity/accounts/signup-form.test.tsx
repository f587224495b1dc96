import type { SignUpRule } from '@footnote/contract/calls/page-facts.ts'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { LoginForm } from './login-form.tsx'
import { SignupForm } from './signup-form.tsx'

const site = vi.hoisted(() => ({ sign_up: { mode: 'open', domains: [] } as SignUpRule }))
vi.mock('../../../lib/site.ts', () => ({ siteFacts: () => site }))

const cases: [SignUpRule, { form: boolean; words: RegExp }][] = [
  [
    { mode: 'open', domains: [] },
    { form: true, words: /Your videos stay on this server/ },
  ],
  [
    { mode: 'domains', domains: ['example.org', 'school.example'] },
    { form: true, words: /For addresses of example\.org or school\.example/ },
  ],
  [
    { mode: 'invited', domains: [] },
    { form: false, words: /Ask an admin of your company/ },
  ],
  [
    { mode: 'closed', domains: [] },
    { form: false, words: /Ask the person who runs this installation/ },
  ],
]

test.each(cases)('the account pages say who may sign up: $mode', (rule, { form, words }) => {
  site.sign_up = rule
  const { unmount } = render(<SignupForm />, { wrapper: MemoryRouter })
  screen.getByText(words)
  expect(screen.queryAllByRole('button', { name: 'Create account' })).toHaveLength(form ? 1 : 0)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  unmount()
  render(<LoginForm />, { wrapper: MemoryRouter })
  expect(screen.queryAllByRole('link', { name: 'Create an account' })).toHaveLength(form ? 1 : 0)
})
