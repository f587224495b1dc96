import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { compareAddress, reviewAddress } from '../../../lib/addresses.ts'
import { useKeys } from '../../../lib/keyboard/use-keys.ts'
import { versionsQuery } from './api.ts'
import { PLAIN, versionBeside, writeComparison } from './compare/comparison.ts'

/**
 * The versions of the video on the page, and the ways to the others at the same time.
 * @param enabled false for guests of a share link, who see one version
 */
export function useVersions(video_id: string, secondsNow: () => number, enabled: boolean) {
  const navigate = useNavigate()
  const { data: versions = [], refetch } = useQuery({ ...versionsQuery(video_id), enabled })
  const place = versions.findIndex((version) => version.video_id === video_id)
  const addressOf = ({ video_id: id, user_id }: Version) =>
    `${reviewAddress({ id, user_id })}?t=${secondsNow().toFixed(3)}`
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
    )
  /** The current version, if the page shows an earlier one. */
  const newer =
    current && shown && current.version > shown.version
      ? { version: current.version, address: reviewAddress({ id: current.video_id, user_id: current.user_id }) }
      : null
  return { versions, shown, newer, addressOf, comparison, go, refresh: () => enabled && void refetch() }
}

export type VersionsHere = ReturnType<typeof useVersions>
