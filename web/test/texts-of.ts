import { within } from '@testing-library/react'

/** Texts of the elements of a role below another element, in their order. */
export const textsOf = (where: HTMLElement, role: string): (string | null)[] =>
  within(where)
    .getAllByRole(role)
    .map(({ textContent }) => textContent)
