import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/calls/client.ts'

/** Key of the videos that a link shows. */
export const roomKey = (share_token: string) => ['sharing', 'room', share_token] as const

/** The videos that a link shows; read again on return, because its pages change the counts. */
export const roomQuery = (share_token: string) =>
  queryOptions({
    queryKey: roomKey(share_token),
    queryFn: ({ signal }) => call(sharing.room, {}, signal, { share_token }),
    staleTime: 0,
    refetchInterval: TIMING.address_refresh,
  })
