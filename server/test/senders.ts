/** Somebody who is signed in. */
export interface Person {
  readonly id: string
  readonly company_id: string
  readonly email: string
  readonly access: string
  readonly refresh: string
}
/** Somebody who came by a share link, as a guest with a key where one is given. */
export interface LinkHolder {
  readonly share_token: string
  readonly guest_key?: string
}
/** Who sends a request, by what they send with it; nobody where it is null or missing. */
export type Sender = Pick<Person, 'access'> | LinkHolder | null | undefined

/** What somebody sends with each request. */
export function headersOf(who?: Sender): Record<string, string> {
  if (!who) return {}
  if ('access' in who) return { authorization: `Bearer ${who.access}` }
  return { 'x-share-token': who.share_token, ...(who.guest_key ? { 'x-guest-key': who.guest_key } : {}) }
}
