import type { UnlockLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import type * as z from 'zod/mini'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import { call } from '../../../../lib/calls/client.ts'
import { keepGuestName } from '../../../../lib/guest.ts'
import { keepPass } from '../../../../lib/stored/share-pass.ts'
import { useCountdown } from '../../../../lib/times/use-countdown.ts'

type UnlockBody = z.input<typeof UnlockLink>

/** Seconds to wait when a refusal does not say how long. */
const WAIT = 60

/** A refusal at a field, as the server names fields. */
const atField = (field: string, detail: string) =>
  new ApiError({ status: 400, code: 'validation_failed', detail, fields: { [field]: detail } })

/**
 * Opens a link, and keeps its pass.
 * @param onOpened called when the link is open, or is no longer there
 */
export function useUnlock(share_token: string, onOpened: () => Promise<unknown>) {
  const [wait, setWait] = useCountdown(0)
  /** @returns `code` when a code was mailed, with which to ask again @throws ApiError */
  const unlock = async (given: UnlockBody): Promise<'opened' | 'code' | 'waits'> => {
    try {
      const { pass } = await call(sharing.unlock, { params: { share_token }, body: withoutBlanks(given) }, undefined, {
        share_token,
      })
      if (pass === null) return 'code'
      if (given.name?.trim()) keepGuestName(given.name)
      keepPass(share_token, pass)
      await onOpened()
      return 'opened'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'rate_limited') {
        setWait(error.retry_after ?? WAIT)
        return 'waits'
      }
      if (error.code === 'link_password_wrong')
        throw atField('password', 'This is not the password of the link. Check it, then try again.')
      if (error.code === 'code_invalid') throw atField('code', error.detail)
      if (error.status === 404) {
        await onOpened()
        return 'opened'
      }
      throw error
    }
  }
  return {
    unlock,
    /** Seconds until the next try. */
    wait,
  }
}

export type Unlock = ReturnType<typeof useUnlock>['unlock']

/** What a guest left empty is not sent. */
const withoutBlanks = (given: UnlockBody): UnlockBody =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value.trim() !== ''))
