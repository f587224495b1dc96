/** Secret key of every installation in tests: it signs the credentials of senders. */
export const SECRET = 'a secret that is long enough for a test'

/** A signed-in person. */
export interface Person {
  readonly id: string
  readonly company_id: string
  readonly email: string
  readonly access: string
  readonly refresh: string
}
/** A guest with a share link, and with a guest key and the pass of a locked link if they have them. */
export interface LinkHolder {
  readonly share_token: string
  readonly guest_key?: string
  readonly share_pass?: string
}
/** The sender of a request, by its credentials; nobody when null or missing. */
export type Sender = Pick<Person, 'access'> | LinkHolder | null | undefined

/** The headers with a sender's credentials. */
export function headersOf(who?: Sender): Record<string, string> {
  if (!who) return {}
  if ('access' in who) return { authorization: `Bearer ${who.access}` }
  return {
    'x-share-token': who.share_token,
    ...(who.guest_key && { 'x-guest-key': who.guest_key }),
    ...(who.share_pass && { 'x-share-pass': who.share_pass }),
  }
}
