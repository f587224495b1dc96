// Past 250 lines: a value for every field of every call.
import { randomUUID } from 'node:crypto'
import { PASSWORD } from '../../seed/rows/people.ts'
import type { Person } from '../../seed/rows/senders.ts'
import { exampleOf } from '../../server/src/app/http/examples.ts'
import type { Field, Operation, Schema } from './document.ts'
import type { Role } from './roles.ts'
import { REFUSED_ENGINE, type Sender, type Thing, type World } from './world.ts'

/** Owner of a thing that a call names. */
export const OWNERS = ['own', 'colleague', 'foreign', 'random', 'ill-formed'] as const
export type Owner = (typeof OWNERS)[number]

/** Everything that the value of a field depends on. */
interface Circumstances {
  readonly world: World
  readonly operation: Operation
  readonly role: Role
  readonly person: Person
  readonly sender: Sender
  readonly owner: Owner
}
type Maker = (circumstances: Circumstances) => unknown

/** The thing that a field of this name identifies, in one call or in all. */
const THINGS: Readonly<Record<string, Thing>> = {
  index_id: 'collection',
  video_id: 'video',
  comment_id: 'comment',
  parent_comment_id: 'comment',
  comment_ids: 'comment',
  edit_id: 'transcript edit',
  file_id: 'upload',
  'DELETE /api/api_keys/{id} id': 'API key',
  'GET /api/indexes/{id} id': 'collection',
  'POST /api/rename-collection id': 'collection',
  'POST /api/set_index_language id': 'collection',
  'POST /api/delete_index id': 'collection',
  'POST /api/quick-review/rename-collection id': 'review collection',
  'POST /api/quick-review/delete_collection id': 'review collection',
  'POST /api/handle_notification id': 'notification',
  'POST /api/indexing/retry video_id': 'video with a failed stage',
  'DELETE /api/sharing_router/share-links/{id} id': 'share link',
  'PUT /api/sharing_router/share-links/{id} id': 'share link',
  'PUT /api/sharing_router/share-links/{id} ids': 'video',
  'GET /api/sharing_router/share-links/{id}/address id': 'share link',
  'GET /api/sharing_router/share-links/{id}/visits id': 'share link',
  'GET /api/sharing_router/share-links/{id}/files id': 'share link',
  'POST /api/sharing_router/links ids': 'video',
  collection_id: 'collection',
  selects_id: 'selects',
  'POST /api/quick-review/carry-comment/{video_id}/{comment_id} video_id': 'newer version',
  version_of: 'video',
  onto: 'video',
  'POST /api/quick-review/restore-comment/{video_id}/{comment_id} comment_id': 'deleted comment',
  'POST /api/search_history/{id}/save id': 'past search',
  'DELETE /api/search_history/{id} id': 'past search',
  'GET /api/selects/{id} id': 'selects',
  'PUT /api/selects/{id} id': 'selects',
  'DELETE /api/selects/{id} id': 'selects',
  'POST /api/selects/{id}/duplicate id': 'selects',
  'POST /api/selects/{id}/items id': 'selects',
  'PUT /api/selects/{id}/items id': 'selects',
  'GET /api/selects/{id}/export id': 'selects',
  'POST /api/selects/{id}/render id': 'selects',
  'POST /api/selects/{id}/restore id': 'deleted selects',
  'POST /api/rename_video id': 'video',
  video_ids: 'video',
  'POST /api/delete_video id': 'video',
  'POST /api/retry-indexing video_id': 'failed video',
  'POST /api/company/resend_invite email': 'invited',
  'POST /api/company/delete_user email': 'member',
  'POST /api/company/make_admin email': 'member',
}

/** Alternatives to another field: a call with both is refused. */
const LEFT_OUT: readonly string[] = ['POST /api/image_search video_id']
const isLeftOut = ({ name }: Operation, field: string): boolean => LEFT_OUT.includes(`${name} ${field}`)

const unknownAddress = () => `${randomUUID()}@example.org`

/** An e-mail address for a call that accepts anybody's: one's own, another's, or one that nobody has. */
const address: Maker = async ({ world, person, owner }) => {
  if (owner === 'own') return person.email
  if (owner === 'colleague') return (await world.colleague(person)).email
  if (owner === 'foreign') return (await world.foreign()).email
  return owner === 'random' ? unknownAddress() : 'no address'
}

/** The id of a person: one's own, another's, or one that nobody has. */
const personId = async ({ world, person, owner }: Circumstances): Promise<string> => {
  if (owner === 'own') return person.id
  if (owner === 'colleague') return (await world.colleague(person)).id
  if (owner === 'foreign') return (await world.foreign()).id
  return owner === 'random' ? randomUUID() : 'no id'
}

/** A secret of its owner: others guess. */
const secret =
  (own: Maker, guess: string): Maker =>
  (circumstances) =>
    circumstances.owner === 'own' ? own(circumstances) : circumstances.owner === 'ill-formed' ? 'x' : guess

/** The address of an unconfirmed sign-up, instead of the caller's own. */
const signedUp: Maker = async (at) =>
  at.owner === 'own' ? (await at.world.unverified(at.role.name)).email : await address(at)

/** The id of the sign-up. */
const signup: Maker = async ({ world, role, owner }) => {
  if (owner === 'own') return (await world.unverified(role.name)).signup
  if (owner === 'random') return randomUUID()
  return owner === 'ill-formed' ? 'no id' : (await world.unverified(owner)).signup
}

const invitation = async ({ world }: Circumstances) => await world.invitation(await world.admin())
const RIGHT_PASSWORD = secret(() => PASSWORD, 'a password that is wrong')
const GUESS = '00000000'

/** Frames of a video. */
const PIECE = { start_frame: 0, end_frame: 5 }
/** Matches of a search in a video. */
const matches: Maker = async (at) => [
  {
    ...{ video_id: await ownedThing('video', at), start_time: 1, end_time: 2 },
    ...{ score: 0.9, types: ['visual'], content: 'The light is lovely here' },
  },
]

/** Addresses and secrets, which depend on their owner, by field name, in one call or in all. */
const OWNED: Readonly<Record<string, Maker>> = {
  email: address,
  signup,
  'POST /api/verify_code email': signedUp,
  'POST /api/resend_verification_code email': signedUp,
  'POST /api/verify_code code': secret(
    async (at) => at.world.code((await at.world.unverified(at.role.name)).email),
    GUESS,
  ),
  'POST /api/reset-password code': secret(async ({ world, person }) => {
    await world.once(`reset of ${person.id}`, () => world.send('/api/forgot-password', { email: person.email }))
    return await world.code(person.email)
  }, GUESS),
  'POST /api/change_email email': (at) => (at.owner === 'own' ? unknownAddress() : address(at)),
  'POST /api/confirm_email code': secret(async ({ world, person, sender }) => {
    const email = await world.once(`change of ${person.id}`, async () => {
      const next = unknownAddress()
      // A caller who may not change an address has no code either.
      const asked = world.send('/api/change_email', { email: next, password: PASSWORD }, sender)
      return await asked.then(
        () => next,
        () => null,
      )
    })
    return email ? await world.code(email) : GUESS
  }, GUESS),
  'POST /api/company/invite_users emails': async (at) => [at.owner === 'own' ? unknownAddress() : await address(at)],
  'POST /api/company/is_token_valid email': async (at) =>
    at.owner === 'own' ? (await invitation(at)).email : address(at),
  'POST /api/company/is_token_valid token': secret(async (at) => (await invitation(at)).token, GUESS),
  'POST /api/user/finish_onboarding email': async (at) =>
    at.owner === 'own' ? (await invitation(at)).email : address(at),
  'POST /api/user/finish_onboarding token': secret(async (at) => (await invitation(at)).token, GUESS),
  'POST /api/selects/{id}/items items': async (at) => [{ video_id: await ownedThing('video', at), ...PIECE }],
  'PUT /api/selects/{id}/items items': async (at) => [{ video_id: await ownedThing('video', at), ...PIECE }],
  // That of the things' videos: an EDL has one rate.
  'GET /api/selects/{id}/export rate': async () => '25',
  'POST /api/quick-review/comments-from-matches items': matches,
  'POST /api/match_list items': matches,
  reviewers: async (at) => [{ user_id: await personId(at) }],
  'POST /api/login password': RIGHT_PASSWORD,
  refresh: secret(({ person }) => person.refresh, GUESS),
  share_token: secret(async ({ world, person }) => (await world.link(person, 'viewer')).token, GUESS),
  'POST /api/sharing_router/unlock/{share_token} share_token': secret(
    async ({ world, person }) => (await world.link(person, 'viewer', { password: PASSWORD })).token,
    GUESS,
  ),
  'GET /api/unsubscribe token': secret(({ world, person }) => world.unsubscribeToken(person), GUESS),
  'POST /api/unsubscribe token': secret(({ world, person }) => world.unsubscribeToken(person), GUESS),
}

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Values that are the same for every caller, by field name, in one call or in all, where the example of the documentation
 * does not fit.
 */
const PLAIN: Readonly<Record<string, unknown>> = {
  company_name: 'Analytical Films',
  guest_name: 'Grace',
  password: PASSWORD,
  old_password: PASSWORD,
  name: 'Script',
  edits: [{ start_time: 1, end_time: 2, text: 'Good evening' }],
  find: 'morning',
  replace: 'evening',
  start_time: 1,
  end_time: 2,
  query: 'a red boat',
  search_type: 'VISUAL,CONVERSATION',
  temperature: 0.5,
  revision: 0,
  ranges: [[0, 2.5]],
  burn_in: [],
  page: 1,
  page_size: 50,
  file_extension: 'mp4',
  file_name: 'harbour.mp4',
  file_size: 5,
  sha256: 'cd'.repeat(32),
  relative_path: 'Day 2/one.mp4',
  file_url: null,
  // Nobody listens there, and no worker asks.
  url: 'http://127.0.0.1:9/harbour.mp4',
  expires_in_days: 7,
  image: PIXEL,
  keep_comments: false,
  'POST /api/transcripts/{video_id}/subtitles text': 'WEBVTT\n\n00:01.000 --> 00:02.000\nGood evening\n',
  engine: REFUSED_ENGINE,
}

const keyed = <T>(table: Readonly<Record<string, T>>, { name }: Operation, field: string): T | undefined =>
  table[`${name} ${field}`] ?? table[field]

/** Whether a field names a thing or an address that belongs to somebody. */
export const isOwned = (operation: Operation, { name }: Field): boolean =>
  !isLeftOut(operation, name) &&
  (keyed(THINGS, operation, name) !== undefined || keyed(OWNED, operation, name) !== undefined)

/** Whether a field is an id, for which another company's thing must get the same answer as an unknown one. */
export const isId = (operation: Operation, { name }: Field): boolean =>
  !isLeftOut(operation, name) && keyed(THINGS, operation, name) !== undefined

/**
 * Ids that this file has no thing for: a new call may need one. Optional fields are left out unless they name a thing,
 * have few values, or have one in this file.
 */
export const unmade = (operations: readonly Operation[]): string[] =>
  operations.flatMap((operation) =>
    operation.fields
      .filter(({ name }) => /(?:^|_)ids?$/.test(name) && !isLeftOut(operation, name))
      .filter((field) => !isOwned(operation, field) && !isChoice(field.schema))
      .map(({ name }) => `${operation.name}: ${name}`),
  )

const isChoice = (schema: Schema): boolean =>
  schema.const !== undefined ||
  schema.enum !== undefined ||
  schema.type === 'boolean' ||
  schema.anyOf?.some(isChoice) === true

const isList = ({ type, anyOf }: Schema): boolean => type === 'array' || anyOf?.some(isList) === true

/** The value of a field, as its owner or another would send it; undefined for a field that is left out. */
export async function fieldValue(field: Field, circumstances: Circumstances): Promise<unknown> {
  const { operation } = circumstances
  if (isLeftOut(operation, field.name)) return undefined
  const thing = keyed(THINGS, operation, field.name)
  if (thing) {
    const id = await ownedThing(thing, circumstances)
    return isList(field.schema) ? [id] : id
  }
  const owned = keyed(OWNED, operation, field.name)
  if (owned) return await owned(circumstances)
  const plain = keyed(PLAIN, operation, field.name)
  if (plain !== undefined) return plain
  return field.required || isChoice(field.schema) ? exampleOf(field.schema, field.name) : undefined
}

async function ownedThing(thing: Thing, { world, person, sender, role, owner }: Circumstances): Promise<string> {
  const isAddress = thing === 'member' || thing === 'invited'
  if (owner === 'random') return isAddress ? unknownAddress() : randomUUID()
  if (owner === 'ill-formed') return isAddress ? 'no address' : 'no id'
  if (owner === 'foreign') return await world.thing(thing, await world.foreign())
  if (owner === 'colleague') return await world.thing(thing, await world.colleague(person))
  return await (role.guest ? world.thing(thing, person, sender) : world.thing(thing, person))
}
