import * as z from 'zod/mini'

const wholeNumber = (highest: number) => z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(highest)))

/** Asks for a page of a list that may be long. An answer to a call without both has the whole list. @param most items of a page */
export const pageOf = (most: number) => ({ page: wholeNumber(1_000_000), page_size: wholeNumber(most) })

/** What an answer says of its page: its number, its most items, and the items of all pages. Absent with the whole list. */
export const PAGED = { page: z.optional(z.number()), page_size: z.optional(z.number()), total: z.optional(z.number()) }

/** A page of a list. */
export interface Page {
  readonly page: number
  readonly page_size: number
}

/** The page that a call asks for; null for the whole list. @param most items of a page, also without a size */
export const pageAsked = (
  { page, page_size }: { readonly page?: number | undefined; readonly page_size?: number | undefined },
  most: number,
): Page | null =>
  page === undefined && page_size === undefined ? null : { page: page ?? 1, page_size: page_size ?? most }

/** Number of the items before a page. */
export const itemsBefore = ({ page, page_size }: Page): number => (page - 1) * page_size
