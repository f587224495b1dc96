import type { Database } from '../../../../platform/db/database.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { GuestCredentials, LinkViewer, ShareViewer } from '../../../../platform/route.ts'
import { hashToken } from '../../../../platform/tokens.ts'
import type { Services } from '../../../services.ts'
import { noteUse } from '../commands.ts'
import { isLocked } from '../policy.ts'
import { findOpenLink, type LinkRow } from '../queries.ts'
import { linkShows } from '../shown/queries.ts'
import { Passes } from './passes.ts'

/** A guest and the link by which they come. */
export interface Arrival {
  readonly link: LinkRow
  readonly viewer: LinkViewer
  /** Whether the link needs a pass that the guest does not have. */
  readonly locked: boolean
}

/** Lets guests in by the tokens of links, and by the passes that locked links ask for. */
export class Doorkeeper {
  readonly #db: Database
  readonly #passes: Passes

  constructor({ db, config }: Pick<Services, 'db' | 'config'>) {
    this.#db = db
    this.#passes = new Passes(config.secret_key)
  }

  /** A guest before a link; null when there is no such link now. */
  async meet({ token, guest_key, pass }: GuestCredentials): Promise<Arrival | null> {
    const link = await findOpenLink(this.#db, { token })
    if (!link) return null
    const guest_key_hash = guest_key ? hashToken(guest_key) : null
    const { id: link_id, company_id, permission, pass_version } = link
    return {
      link,
      viewer: { kind: 'link', link_id, company_id, permission, pass_version, guest_key_hash },
      locked: isLocked(link) && !this.#passes.opens(pass, link, guest_key_hash),
    }
  }

  /** A guest by a link; null when there is no such link now. @throws ProductError link_locked */
  async findLinkViewer(credentials: GuestCredentials): Promise<LinkViewer | null> {
    return (await this.#admit(credentials))?.viewer ?? null
  }

  /**
   * A guest by a link at a video; null when the link does not show it now.
   * @throws ProductError link_locked, whatever the video is
   */
  async findShareViewer(credentials: GuestCredentials, video_id: string): Promise<ShareViewer | null> {
    const admitted = await this.#admit(credentials)
    if (!admitted) return null
    const { link, viewer } = admitted
    if (!(await linkShows(this.#db, link.id, video_id))) return null
    await noteUse(this.#db, link)
    const { show_versions, watermark } = link
    return { ...viewer, kind: 'share', video_id: video_id.toLowerCase(), show_versions, marked: watermark === 'in' }
  }

  async #admit(credentials: GuestCredentials): Promise<Arrival | null> {
    const arrival = await this.meet(credentials)
    if (arrival?.locked) throw new ProductError('link_locked')
    return arrival
  }
}
