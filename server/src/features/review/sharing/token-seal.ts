import { Seal } from '../../../platform/tokens.ts'
import type { Services } from '../../services.ts'
import type { LinkRow } from './queries.ts'

/** Encrypts tokens of links. */
export const tokenSeal = ({ secret_key }: Services['config']): Seal => new Seal(secret_key, 'address of a link')

/** The token of a link, to have its address again; null for one that was made before it was kept. */
export const tokenOf = (
  config: Services['config'],
  { token_sealed, token_hash }: Pick<LinkRow, 'token_sealed' | 'token_hash'>,
): string | null => (token_sealed === null ? null : tokenSeal(config).open(token_sealed, token_hash))
