import { type CommentFilter, EVERYTHING, withFilter } from '../list/filter.ts'

/**
 * The print page of the review that is open.
 * @param review path of the review
 * @param filter what the list shows; null for all comments
 * @param team whether team-only comments belong on the paper
 */
export function printAddress(review: string, filter: CommentFilter | null, team: boolean): string {
  const search = withFilter(new URLSearchParams(team ? { team: 'true' } : {}), filter ?? EVERYTHING)
  return `${review}/print${search.size > 0 ? `?${search}` : ''}`
}
