import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import type { CompareMode } from '../../../../player/compare/compare-mode.ts'

/** The state of a comparison, which its address holds. */
export interface Comparison {
  /** Id of the second version; null when the address has none. */
  readonly other: string | null
  readonly mode: CompareMode
  /** Place of the wipe's line, a share of the width, 0 to 1. */
  readonly at: number
  /** Frames of the first version by which the second is ahead. */
  readonly offset: number
  /** Seconds of the first version. */
  readonly time: number
}

/** What an address without a value means. */
export const PLAIN: Comparison = { other: null, mode: 'side', at: 0.5, offset: 0, time: 0 }

/**
 * The address of a comparison, without what has its default.
 * @param before an address, of which the rest stays, such as the filter of the comments
 */
export function writeComparison(
  { other, mode, at, offset, time }: Comparison,
  before = new URLSearchParams(),
): URLSearchParams {
  const search = new URLSearchParams(before)
  const parts = {
    with: other ?? '',
    mode: mode === PLAIN.mode ? '' : mode,
    at: at === PLAIN.at ? '' : Math.round(at * 1000) / 1000,
    offset: offset === 0 ? '' : offset,
    t: time > 0 ? Math.round(time * 1000) / 1000 : '',
  }
  for (const [name, value] of Object.entries(parts))
    value === '' ? search.delete(name) : search.set(name, String(value))
  return search
}

/** Versions that can be watched. */
export const playable = (versions: readonly Version[]): Version[] =>
  versions.filter(({ duration }) => duration !== null)

/** The version to compare with by default: the newest before this one, else the oldest after it; null without any. */
export function versionBeside(versions: readonly Version[], video_id: string): Version | null {
  const all = playable(versions).sort((a, b) => a.version - b.version)
  const own = all.find((version) => version.video_id === video_id)
  const others = all.filter((version) => version !== own)
  if (!own) return null
  return others.findLast(({ version }) => version < own.version) ?? others[0] ?? null
}
