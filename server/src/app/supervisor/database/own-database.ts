import { type Connection, withConnection } from '../../../platform/db/connections.ts'

/** Name of the product's database in an embedded server. */
export const DATABASE = 'footnote'

/** The address of the product's database. @param server_url address of the server's own one */
export const urlOf = (server_url: string): string => server_url.replace(/\/postgres$/, `/${DATABASE}`)

/** Works with a connection to a database of an embedded server. */
export const inDatabase = <T>(url: string, work: (client: Connection) => Promise<T>): Promise<T> =>
  withConnection(url, 'footnote-supervisor', work)
