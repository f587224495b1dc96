import { type Box, boxes } from '@footnote/contract/nouns/review/sharing/box.ts'
import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import { call } from '../../../../lib/calls/client.ts'
import { guestKey, keepGuestName } from '../../../../lib/guest.ts'
import { keepPass, noteLocked, readPass } from '../../../../lib/stored/share-pass.ts'
import { SignedOut, type UploadRights } from '../queue/transfer.ts'

/** What a box asks for and still takes, and what this guest has sent. @throws ApiError */
export const readBox = (share_token: string, signal?: AbortSignal): Promise<Box> =>
  call(boxes.read, {}, signal, { share_token })

/** Ends an upload, or deletes the video that it became. What is gone already is no error. */
export async function takeBack(share_token: string, file_id: string): Promise<void> {
  await call(boxes.takeBack, { params: { file_id } }, undefined, { share_token }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  })
}

/** Says who sends. The server keeps it for this browser. @throws ApiError */
export async function sayName(share_token: string, given: { name: string; email: string }): Promise<void> {
  const { name, email } = given
  const body = email.trim() === '' ? { name } : { name, email }
  const { pass } = await call(sharing.unlock, { params: { share_token }, body }, undefined, { share_token })
  if (pass !== null) keepPass(share_token, pass)
  keepGuestName(name)
}

/** The rights of a guest of a box to send files. */
export const rightsOf = (share_token: string): UploadRights => ({
  headers: async () => {
    const pass = readPass(share_token)
    return { 'X-Share-Token': share_token, 'X-Guest-Key': guestKey(), ...(pass ? { 'X-Share-Pass': pass } : {}) }
  },
  renew: async () => {
    noteLocked(share_token)
    throw new SignedOut()
  },
})
