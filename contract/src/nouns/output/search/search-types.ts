/** Modalities to search, as written on the wire. */
export const SEARCH_TYPES = ['VISUAL', 'CONVERSATION', 'TEXT_IN_VIDEO'] as const
export type SearchType = (typeof SEARCH_TYPES)[number]
