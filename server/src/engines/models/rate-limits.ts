import { largest } from '@footnote/contract/shared/extremes.ts'

/** Until when to send nothing to each hub, by origin (milliseconds since the epoch). */
const quiet_until = new Map<string, number>()

/** Milliseconds of the pause that a server requests, in seconds or as a date; null without one. */
export function retryAfter(headers: Headers): number | null {
  const asked = headers.get('retry-after')
  if (asked === null) return null
  const milliseconds = /^\d+$/.test(asked.trim()) ? Number(asked) * 1000 : Date.parse(asked) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null
}

/**
 * Records a hub's announced limit: `RateLimit: "resolvers";r=0;t=55` (draft-ietf-httpapi-ratelimit-headers) means that
 * nothing is left of this window, which ends in 55 seconds.
 */
export function noteLimits(origin: string, headers: Headers): void {
  const seconds = (headers.get('ratelimit') ?? '').split(',').map((policy) => {
    const [left, reset] = [/;\s*r=(\d+)/, /;\s*t=(\d+)/].map((pattern) => pattern.exec(policy)?.[1])
    return left === '0' && reset !== undefined ? Number(reset) : 0
  })
  const until = Date.now() + 1000 * largest(seconds)
  if (until > Math.max(Date.now(), quiet_until.get(origin) ?? 0)) quiet_until.set(origin, until)
}

/** Milliseconds that remain of a hub's announced pause. */
export const millisecondsOfQuiet = (origin: string): number => Math.max(0, (quiet_until.get(origin) ?? 0) - Date.now())
