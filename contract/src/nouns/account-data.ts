import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { secretText } from '../calls/fields.ts'
import { Message } from '../calls/problems.ts'
import { PASSWORD } from '../shared/limits.ts'

export const DeleteAccount = z.object({ password: secretText('Password is required', PASSWORD.max) })

const tag = 'Accounts'
export const accountData = {
  export: endpoint({
    method: 'POST',
    path: '/api/export_data',
    access: 'session',
    tag,
    summary: 'Have a ZIP made of everything that the account holds; a notification brings it',
    response: Message,
  }),
  delete: endpoint({
    method: 'POST',
    path: '/api/delete_account',
    access: 'session',
    tag,
    summary: 'Delete the account and everything that it owns',
    body: DeleteAccount,
    response: Message,
  }),
}
