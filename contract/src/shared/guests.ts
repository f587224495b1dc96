declare const GIVEN: unique symbol

/**
 * A name that a guest gave, as the database keeps it. For the compiler it is no text, so that no place can print it as if
 * it were a member's: only the functions below make text of it.
 */
export interface GuestName {
  readonly [GIVEN]: never
}

/** What follows the name of a guest wherever there is nothing but text. */
export const GUEST_MARK = ' (guest)'

/** The name of a guest beside those of members, so that nobody passes for a member by taking that name. */
export const guestName = (name: string | GuestName): string => `${name}${GUEST_MARK}`

/** The name alone, for the guest themselves, and for places where something beside it says that it is a guest's. */
export const unmarkedName = (name: GuestName): string => `${name}`

/** The name of a person who may be a guest, as lists, files and mails show it. */
export const shownName = ({ name, is_guest }: { readonly name: string; readonly is_guest: boolean }): string =>
  is_guest ? guestName(name) : name
