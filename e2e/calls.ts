import { randomBytes } from 'node:crypto'
import type { Session } from '@footnote/contract/accounts.ts'
import type { RunningProduct } from './product.ts'

/** A person who has signed up and proved the address. */
export interface Account {
  readonly email: string
  readonly password: string
  readonly user_id: string
  readonly access: string
  /** What the web app keeps in local storage while this person is signed in. */
  readonly storage: Readonly<Record<string, string>>
}

/** Signs up as anyone would, by the calls of the API. */
export async function createAccount(product: RunningProduct, name = 'Ada'): Promise<Account> {
  const email = `${name.toLowerCase()}.${randomBytes(4).toString('hex')}@example.org`
  const password = randomBytes(12).toString('hex')
  await ask(product, null, 'signup', { first_name: name, last_name: 'Lovelace', email, password })
  const code = await product.code(email)
  const { access, refresh, user } = await ask<Session>(product, null, 'verify_code', { email, code })
  const storage = {
    token: access,
    refresh,
    user_id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    tutorialCompleted: 'true',
  }
  return { email, password, user_id: user.id, access, storage }
}

/** @returns the collection's id */
export async function createCollection(product: RunningProduct, account: Account, index_name: string): Promise<string> {
  const choices = { process_visual: true, process_ocr: true, process_audio: true }
  const { id } = await ask<{ id: string }>(product, account, 'create_index', { index_name, ...choices })
  return id
}

/** Posts to a call of the API. @throws Error with its answer when it refuses */
async function ask<Answer>(
  product: RunningProduct,
  account: Account | null,
  call: string,
  body: object,
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(account ? { authorization: `Bearer ${account.access}` } : {}),
  }
  const answer = await fetch(`${product.origin}/api/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${call} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
