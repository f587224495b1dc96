import { ButtonLink } from './button.tsx'

/** The way out of a limit of the plan. */
export const PlansLink = () => (
  <ButtonLink size="sm" to="/pricing">
    See plans
  </ButtonLink>
)
