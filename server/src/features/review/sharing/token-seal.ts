import type { Config } from '../../../platform/config.ts'
import { Seal } from '../../../platform/tokens.ts'
import type { LinkRow } from './queries.ts'

/** Encrypts tokens of links. */
export const tokenSeal = ({ secret_key }: Config): Seal => new Seal(secret_key, 'address of a link')

/** The token of a link, to have its address again; null for one that was made before it was kept. */
export const tokenOf = (
  config: Config,
  { token_sealed, token_hash }: Pick<LinkRow, 'token_sealed' | 'token_hash'>,
): string | null => (token_sealed === null ? null : tokenSeal(config).open(token_sealed, token_hash))
