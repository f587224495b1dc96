import { LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { Seal } from '../../../../platform/tokens.ts'
import type { LinkRow } from '../queries.ts'

type PassedLink = Pick<LinkRow, 'id' | 'pass_version'>

/** Passes of guests who opened a link. They hold for one link, as it was locked then, and for one browser. */
export class Passes {
  readonly #seal: Seal

  /** @param secret `SECRET_KEY` of the installation */
  constructor(secret: string) {
    this.#seal = new Seal(secret, 'pass of a link')
  }

  /** A pass for 12 hours. @param key_hash of the key of the guest's browser */
  give(link: PassedLink, key_hash: string, now = Date.now()): string {
    return this.#seal.seal(String(now + LINKS.pass * 1000), aboutOf(link, key_hash))
  }

  /** Whether a pass opens a link as it is now. */
  opens(pass: string | null, link: PassedLink, key_hash: string | null, now = Date.now()): boolean {
    if (pass === null || key_hash === null) return false
    const until = this.#seal.open(pass, aboutOf(link, key_hash))
    return until !== null && Number(until) > now
  }
}

const aboutOf = ({ id, pass_version }: PassedLink, key_hash: string): string => `${id} ${pass_version} ${key_hash}`
