import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { compareAddress, reviewAddress } from '../../../lib/addresses.ts'
import type { ShareAccess } from '../../../lib/calls/client.ts'
import { useKeys } from '../../../lib/keyboard/use-keys.ts'
import { versionsQuery } from './api.ts'
import { PLAIN, versionBeside, writeComparison } from './compare/comparison.ts'

/**
 * The versions of the video on the page, and the ways to the others at the same time.
 * @param share the share link that opened the page; null for signed-in people
 * @param enabled false for guests of a link that shows one version for ever
 */
export function useVersions(
  video_id: string,
  secondsNow: () => number,
  share: ShareAccess | null = null,
  enabled = true,
) {
  const navigate = useNavigate()
  const { data: versions = [], refetch } = useQuery({ ...versionsQuery(video_id, share), enabled })
  const place = versions.findIndex((version) => version.video_id === video_id)
  const addressOf = ({ video_id: id, user_id }: Version) =>
    `${reviewAddress({ id, user_id }, share)}?t=${secondsNow().toFixed(3)}`
  const go = (version: Version | undefined) => version && navigate(addressOf(version))
  useKeys(
    place < 0 ? {} : { newer_version: () => go(versions[place - 1]), older_version: () => go(versions[place + 1]) },
  )
  const shown = versions[place] ?? null
  const current = versions.find((version) => version.current)
  const beside = versionBeside(versions, video_id)
  /** Screen that compares this version with another one; null without one. */
  const comparison = () =>
    shown &&
    beside &&
    compareAddress(
      { id: video_id, user_id: shown.user_id },
      writeComparison({ ...PLAIN, other: beside.video_id, time: secondsNow() }),
      share,
    )
  /** The current version, if the page shows an earlier one. */
  const newer =
    current && shown && current.version > shown.version
      ? { version: current.version, address: reviewAddress({ id: current.video_id, user_id: current.user_id }, share) }
      : null
  return { versions, shown, newer, addressOf, comparison, go, refresh: () => enabled && void refetch() }
}

export type VersionsHere = ReturnType<typeof useVersions>
