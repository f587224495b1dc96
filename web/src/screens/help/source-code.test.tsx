import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { siteFacts } from '../../lib/site.ts'
import SourceCode from './source-code.tsx'

vi.mock('../../lib/site.ts', { spy: true })
afterEach(() => vi.resetAllMocks())

const draw = (facts: Partial<ReturnType<typeof siteFacts>>) => {
  vi.mocked(siteFacts).mockReturnValue({ ...siteFacts(), ...facts })
  render(<SourceCode />, { wrapper: MemoryRouter })
}

test('the page names an address for the source code', () => {
  draw({ contact_email: 'ada@example.org', contact_href: 'mailto:ada@example.org', contact_text: 'ada@example.org' })
  expect(screen.getByRole('link', { name: 'ada@example.org' }).getAttribute('href')).toBe('mailto:ada@example.org')
})

test('without an address it names the person to ask', () => {
  draw({ contact_email: null })
  expect(screen.getByText(/^To get it/).textContent).toBe('To get it, ask the person who runs this installation.')
})
