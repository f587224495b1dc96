import { randomUUID } from 'node:crypto'
import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import { expect } from 'vitest'
import { newAddress } from '../../seed/rows/people.ts'
import type { Sender } from '../../seed/rows/senders.ts'
import { type Account, ask, createReviewCollection, createShareLink } from '../calls.ts'
import { ContractClient } from '../contract-client.ts'
import { addVersion, addVideo } from '../library.ts'
import { addMember, addPerson } from '../people.ts'
import type { RunningProduct } from '../product.ts'

/** Frames, and frames a second, of the film of each version. */
export const FRAMES = 100
export const RATE = { num: 25, den: 1 } as const
const FILM = { film: 'reel.mp4', file_name: 'Harbour.mp4' } as const

/** One of the six people, and how the calls about each version name them. */
export interface Participant {
  /** For messages. */
  readonly role: string
  /** Null for guests. */
  readonly account: Account | null
  /** The name that a guest gives; undefined for members, and for whom the link was made. */
  readonly guest_name?: string
  readonly guest_key: string
  /** Who they are in calls about a version, by the id of its video. */
  as(video: string): NonNullable<Sender>
  /** Path of the page of a version. */
  pageOf(video: string): string
}

/** A guest and their links. */
interface Guest extends Participant {
  readonly links: Map<string, string>
}

/** The six people around one stack of versions. */
export interface Cast {
  readonly product: RunningProduct
  readonly client: ContractClient
  readonly owner: Participant
  readonly colleague: Participant
  readonly approver: Participant
  readonly viewer: Participant
  readonly everybody: readonly Participant[]
  /** Ids of the videos, oldest first. */
  readonly versions: string[]
  /** Asks for verdicts: the colleague, and the guest by mail. */
  request(video: string, due_at: string | null): Promise<unknown>
  /** Adds a version, for which every guest gets a link. */
  addVersion(): Promise<void>
}

function member(role: string, owner: string, account: Account): Participant {
  return {
    role,
    account,
    guest_key: '',
    as: () => ({ access: account.access }),
    pageOf: (video) => `/quick-review/${owner}/${video}`,
  }
}

function guest(role: string, guest_name?: string): Guest {
  const links = new Map<string, string>()
  const guest_key = randomUUID()
  const link = (video: string) => links.get(video) ?? ''
  return {
    ...{ role, account: null, guest_key, links, pageOf: link },
    ...(guest_name === undefined ? {} : { guest_name }),
    as: (video) => ({ share_token: tokenOf(link(video)), guest_key }),
  }
}

/** The token of a share link, by its address or path. */
export const tokenOf = (link: string): string => link.split('/').at(-1) ?? ''

/** Gathers the six around the first version of a film. */
export async function gatherCast(product: RunningProduct): Promise<Cast> {
  const client = new ContractClient(product.origin)
  const ada = await addPerson(product, { plan: 'TEAM' })
  const bo = await addMember(product, ada, { first_name: 'Bo', last_name: 'Lind' })
  const cem = await addMember(product, ada, { first_name: 'Cem', last_name: 'Öz' })
  await ask(product, ada, 'company/make_admin', { email: cem.email })
  const collection = await createReviewCollection(product, ada, 'Cuts')
  const [owner, colleague, admin] = [
    member('owner', ada.user_id, ada),
    member('colleague', ada.user_id, bo),
    member('admin', ada.user_id, cem),
  ] as const
  // The second has the name of a member: only the mark tells them apart.
  const [commenter, approver, viewer] = [
    guest('commenter', 'Bo Lind'),
    guest('approver'),
    guest('viewer', 'Noor'),
  ] as const
  const kim = newAddress('kim')
  const versions: string[] = []

  const request = (video: string, due_at: string | null, message = '') => {
    const reviewers = [{ user_id: bo.user_id }, { email: kim, name: 'Kim Moe' }]
    return ask(product, ada, `quick-review/approvals/${video}`, { reviewers, due_at, message }, 'PUT')
  }
  /** The link in the mail about a version. */
  const mailed = async (video: string): Promise<string> => {
    let link = ''
    const shown = async () => {
      link = new URL(await product.link(kim)).pathname
      const params = { share_token: tokenOf(link) }
      return (await client.call(sharing.validate, { params })).video_id
    }
    await expect.poll(shown, { interval: 200 }).toBe(video)
    return link
  }
  const welcome = async (video: string) => {
    versions.push(video)
    commenter.links.set(video, await createShareLink(product, ada, video, 'commenter'))
    viewer.links.set(video, await createShareLink(product, ada, video, 'viewer'))
    approver.links.set(video, await mailed(video))
  }

  const first = await addVideo(product, ada, collection, FILM)
  await request(first, null)
  await welcome(first)
  return {
    ...{ product, client, owner, colleague, approver, viewer, versions, request },
    everybody: [owner, colleague, admin, commenter, approver, viewer],
    async addVersion() {
      const video = await addVersion(product, ada, collection, versions.at(-1) ?? '', FILM)
      // Rows are not indexed, so the mail that indexing sends comes only with another request.
      await request(video, null, 'Please look again.')
      await welcome(video)
    },
  }
}
