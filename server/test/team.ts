import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { startProduct } from './product.ts'

/**
 * Starts the product with two members of a company on that plan, and a member of another company. The test closes the
 * server.
 */
export async function startTeam(plan: PlanType = 'TEAM') {
  const server = await startProduct()
  return { server, ...(await server.people(plan)) }
}
