import { LINK_GUESSES } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import type { UnlockLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import type * as z from 'zod/mini'
import type { Database } from '../../../../platform/db/database.ts'
import { takeOne, type Window } from '../../../../platform/db/windows.ts'
import { invalidField, ProductError } from '../../../../platform/errors.ts'
import { checkLinkPassword } from '../../../../platform/passwords.ts'
import { sendMails } from '../../../ground/notifications/commands.ts'
import type { Services } from '../../../services.ts'
import { renewGuestMail } from '../guest-mails/commands.ts'
import { isAllowed, needsOf } from '../policy.ts'
import { findAskedGuest, type LinkRow, senderOf } from '../queries.ts'
import { noteVisit } from '../visits/commands.ts'
import { notifyGuessed } from '../visits/notify.ts'
import { EmailCodes } from './email-codes.ts'
import { codeMail } from './messages.ts'
import { Passes } from './passes.ts'

type UnlockFields = z.output<typeof UnlockLink>

/**
 * Opens a link for a guest who gives what its maker asks for.
 * @returns the pass; null when a code was mailed to the guest, with which they ask again
 * @throws ProductError link_password_wrong, rate_limited, validation_failed, code_invalid, invalid_share_token when all
 * its views are used up
 */
export async function unlock(
  services: Pick<Services, 'db' | 'config' | 'queue' | 'mails'>,
  link: LinkRow,
  { key_hash, address, ...given }: UnlockFields & { readonly key_hash: string | null; readonly address: string },
): Promise<string | null> {
  const { db, config } = services
  if (key_hash === null) throw invalidField('x-guest-key', 'A link is opened with the key of a browser')
  await refuseWrongPassword(services, link, given.password, address)
  const asked = await findAskedGuest(db, link.id)
  const needs = needsOf(link, asked !== undefined)
  if (needs.name && !given.name) throw invalidField('name', 'Please enter your name')
  const { email } = given
  if (needs.email === 'required' || needs.email === 'confirmed') {
    if (!email) throw invalidField('email', 'Please enter your e-mail address')
    if (!isAllowed(email, link.emails_allowed)) throw invalidField('email', 'This link is for other addresses')
  }
  if (needs.email === 'confirmed') {
    if (given.code === undefined) {
      await mailCode(services, link, email!, address)
      return null
    }
    await refuseWrongCode(services, link, email!, given.code)
  }
  // Whoever opens a link that was made for one person is that person.
  if (!asked && (given.name !== undefined || email !== undefined))
    await rememberGuest(db, link.id, key_hash, {
      name: given.name ?? null,
      email: needs.email === 'none' ? null : (email ?? null),
      confirmed: needs.email === 'confirmed',
    })
  await noteVisit(services, link, key_hash)
  await renewGuestMail(db, { link_id: link.id, guest_key_hash: key_hash }, link)
  return new Passes(config.secret_key).give(link, key_hash)
}

const FROM_ADDRESS: Window = { limit: LINK_GUESSES.per_address, seconds: LINK_GUESSES.window }
const OF_LINK: Window = { limit: LINK_GUESSES.per_link, seconds: LINK_GUESSES.link_window }

/**
 * Counts a try before its hash is made, and uncounts it when it was right.
 * @returns whether it was
 * @throws ProductError rate_limited
 */
async function counted(
  { db, config }: Pick<Services, 'db' | 'config'>,
  windows: readonly (readonly [key: string, window: Window])[],
  check: () => Promise<boolean>,
  onRefused?: (window: Window) => Promise<void>,
): Promise<boolean> {
  if (!config.rate_limits) return await check()
  const taken = []
  for (const [key, window] of windows) {
    const one = await takeOne(db, key, window)
    if (typeof one === 'number') {
      await onRefused?.(window)
      throw new ProductError('rate_limited', { retry_after: one })
    }
    taken.push(one)
  }
  const right = await check()
  if (right) for (const one of taken) await one.giveBack()
  return right
}

async function refuseWrongPassword(
  services: Pick<Services, 'db' | 'config' | 'queue'>,
  link: LinkRow,
  password: string | undefined,
  address: string,
): Promise<void> {
  const { id, password_hash } = link
  if (password_hash === null) return
  if (!password) throw invalidField('password', 'Please enter the password')
  const windows = [
    [`link ${id} ${address}`, FROM_ADDRESS],
    [`link ${id}`, OF_LINK],
  ] as const
  const check = () => checkLinkPassword(password, password_hash)
  const right = await counted(services, windows, check, async (window) => {
    if (window === OF_LINK) await notifyGuessed(services.db, services.queue, link)
  })
  if (!right) throw new ProductError('link_password_wrong')
}

async function refuseWrongCode(
  services: Pick<Services, 'db' | 'config'>,
  { id }: LinkRow,
  email: string,
  code: string,
): Promise<void> {
  // Codes live at most twice their lifetime, and nobody finds one of a hundred million in that many tries.
  const tries: Window = { limit: ACCOUNT.code_tries, seconds: 2 * ACCOUNT.code_lifetime }
  const codes = new EmailCodes(services.config.secret_key)
  const right = await counted(services, [[`link code ${id} ${email}`, tries]], async () =>
    codes.matches(code.replace(/[\s-]/g, ''), id, email),
  )
  if (!right) throw new ProductError('code_invalid')
}

/** @throws ProductError rate_limited */
async function mailCode(
  services: Pick<Services, 'db' | 'config' | 'queue' | 'mails'>,
  link: LinkRow,
  email: string,
  address: string,
): Promise<void> {
  const claim = await services.mails.claim(address, [email])
  if (!claim.granted) throw new ProductError('rate_limited', claim)
  const code = new EmailCodes(services.config.secret_key).make(link.id, email)
  await sendMails(services, [
    codeMail({ to: email, code, name: link.name, sender: await senderOf(services.db, link.id) }),
  ])
}

/** Keeps what a guest says of themselves beside their key. */
async function rememberGuest(
  db: Database,
  link_id: string,
  key_hash: string,
  {
    name,
    email,
    confirmed,
  }: { readonly name: string | null; readonly email: string | null; readonly confirmed: boolean },
): Promise<void> {
  const contact = email === null ? {} : { contact_email: email, confirmed_at: confirmed ? new Date() : null }
  const known = await db
    .updateTable('guests')
    .set({ ...contact, ...(name === null ? {} : { name }), seen_at: new Date() })
    .where('link_id', '=', link_id)
    .where('key_hash', '=', key_hash)
    .returning('id')
    .executeTakeFirst()
  // Without a name nobody is shown; the visit keeps the key.
  if (known || name === null) return
  await db
    .insertInto('guests')
    .values({ link_id, key_hash, name, ...contact, seen_at: new Date() })
    .onConflict((conflict) =>
      conflict
        .columns(['link_id', 'key_hash'])
        .where('link_id', 'is not', null)
        .doUpdateSet({ name, ...contact }),
    )
    .execute()
}
