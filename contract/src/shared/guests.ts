/** The name of a guest beside those of members, so that nobody passes for a member by taking that name. */
export const guestName = (name: string): string => `${name} (guest)`
