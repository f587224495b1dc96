import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UsageCards } from './usage-cards.tsx'

const used = {
  minutes_used: 0.82,
  minutes_allotted: 60,
  storage_used: 1024 ** 3,
  storage_limit: 5 * 1024 ** 3,
  seats_used: 1,
  seats_allotted: 1,
}

test.each([
  [0.82, '0.8 min', '59.2 min left'],
  [0.01, '0.1 min', '59.9 min left'],
  [0, '0 min', '60 min left'],
  [61.26, '61.3 min', '1.3 min over'],
])('%d used minutes and the rest add up to 60', (minutes_used, shown, rest) => {
  render(<UsageCards used={{ ...used, minutes_used }} plan="FREE" />)
  const { textContent } = screen.getByRole('region', { name: 'Minutes' })
  expect(textContent).toContain(`${shown} of 60 min`)
  expect(textContent).toContain(rest)
})
