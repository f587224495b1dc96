import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Email, Id, optionalText, requiredText, secretText } from '../../calls/fields.ts'
import { Message } from '../../calls/problems.ts'
import { PASSWORD, TEXT } from '../../shared/limits.ts'

/**
 * A new password. The server also refuses the most common ones.
 * @param required sentence when there is none
 * @param min characters
 * @param short sentence when it has fewer
 */
export const newPassword = (required: string, min: number, short: string) =>
  z
    .string({ error: required })
    .check(
      z.minLength(1, required),
      z.minLength(min, short),
      z.maxLength(PASSWORD.max, `At most ${PASSWORD.max} characters are allowed`),
    )

/**
 * A mailed code; blanks and hyphens that a person typed between its digits are dropped.
 * @param missing sentence when there is none
 */
const code = (missing: string) =>
  z.pipe(
    requiredText(missing, TEXT.code),
    z.transform((text: string) => text.replace(/[\s-]/g, '')),
  )

/** Names one of several sign-ups with the same address. The answer to the sign-up carries it. */
const signup = z.optional(Id)

export const Signup = z.object({
  first_name: requiredText('First Name is required', TEXT.name),
  last_name: requiredText('Last Name is required', TEXT.name),
  email: Email,
  password: newPassword('Password is required', PASSWORD.signup, 'Password must be at least 8 characters long'),
  company_name: optionalText(TEXT.name),
})
export const Login = z.object({ email: Email, password: secretText('Password is required', PASSWORD.max) })
export const VerifyCode = z.object({
  email: Email,
  code: code('Please enter the verification code.'),
  signup,
})
export const ResendCode = z.object({ email: Email, signup })
export const ForgotPassword = z.object({ email: Email })
export const ResetPassword = z.object({
  email: Email,
  code: code('Verification code is required'),
  new_password: newPassword('New password is required', PASSWORD.reset, 'Password must be at least 8 characters long'),
})
export const ChangePassword = z.object({
  old_password: secretText('Current password is required', PASSWORD.max),
  new_password: newPassword(
    'New password is required',
    PASSWORD.change,
    'New password must be at least 6 characters long',
  ),
})
export const UpdateName = z.object({
  first_name: requiredText('First Name is required', TEXT.name),
  last_name: requiredText('Last Name is required', TEXT.name),
})
export const ChangeEmail = z.object({ email: Email, password: secretText('Password is required', PASSWORD.max) })
export const ConfirmEmail = z.object({ code: code('Please enter the verification code.') })
export const RefreshToken = z.object({ refresh: secretText('A refresh token is required', 512) })

export const SessionUser = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company_id: z.string(),
})
export type SessionUser = z.infer<typeof SessionUser>
/** Tokens and their user: `access` goes into the Authorization header, `refresh` can be exchanged once. */
export const Session = z.object({ access: z.string(), refresh: z.string(), user: SessionUser })
export type Session = z.infer<typeof Session>
export const Tokens = z.object({ access: z.string(), refresh: z.string() })
export const UserDetails = z.object({ ...SessionUser.shape, is_admin: z.boolean() })
export type UserDetails = z.infer<typeof UserDetails>

export const accounts = endpointsOf('Accounts', {
  signup: {
    method: 'POST',
    path: '/api/signup',
    access: 'public',
    summary: 'Create an account; the server mails a code',
    status: 201,
    body: Signup,
    response: z.object({
      message: z.string(),
      email: z.string(),
      mail: z.enum(['smtp', 'outbox']),
      /** Names this sign-up among others with the same address. The calls that take or resend its code expect it. */
      signup: z.string(),
    }),
  },
  login: {
    method: 'POST',
    path: '/api/login',
    access: 'public',
    summary: 'Sign in',
    body: Login,
    response: Session,
  },
  refresh: {
    method: 'POST',
    path: '/api/token/refresh',
    access: 'public',
    summary: 'Exchange a refresh token, once',
    body: RefreshToken,
    response: Tokens,
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    access: 'public',
    summary: 'End a session',
    status: 204,
    body: RefreshToken,
  },
  verifyCode: {
    method: 'POST',
    path: '/api/verify_code',
    access: 'public',
    summary: 'Confirm an e-mail address with the mailed code',
    body: VerifyCode,
    response: Session,
  },
  resendCode: {
    method: 'POST',
    path: '/api/resend_verification_code',
    access: 'public',
    summary: 'Mail a new verification code',
    body: ResendCode,
    response: z.object({ message: z.string(), mail: z.enum(['smtp', 'outbox']) }),
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/forgot-password',
    access: 'public',
    summary: 'Mail a code to reset the password',
    body: ForgotPassword,
    response: Message,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password',
    access: 'public',
    summary: 'Set a new password with the mailed code',
    body: ResetPassword,
    response: Message,
  },
  changePassword: {
    method: 'POST',
    path: '/api/change-password',
    access: 'session',
    summary: 'Change the password; other sessions end',
    body: ChangePassword,
    response: Message,
  },
  details: {
    method: 'GET',
    path: '/api/get_user_details',
    access: 'session',
    summary: 'The signed-in user',
    response: UserDetails,
  },
  updateName: {
    method: 'POST',
    path: '/api/update_name',
    access: 'session',
    summary: 'Change the name',
    body: UpdateName,
    response: UserDetails,
  },
  changeEmail: {
    method: 'POST',
    path: '/api/change_email',
    access: 'session',
    summary: 'Mail a code to a new address; confirming it changes the address',
    body: ChangeEmail,
    response: Message,
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/confirm_email',
    access: 'session',
    summary: 'Confirm the new address with the mailed code',
    body: ConfirmEmail,
    response: SessionUser,
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/api/sign_out_everywhere',
    access: 'session',
    summary: 'End every session, including this one',
    response: Message,
  },
})

export const DeleteAccount = z.object({ password: secretText('Password is required', PASSWORD.max) })

export const accountData = endpointsOf('Accounts', {
  export: {
    method: 'POST',
    path: '/api/export_data',
    access: 'session',
    summary: 'Make a ZIP of everything that the account holds; a notification brings it',
    response: Message,
  },
  delete: {
    method: 'POST',
    path: '/api/delete_account',
    access: 'session',
    summary: 'Delete the account and everything that it owns',
    body: DeleteAccount,
    response: Message,
  },
})
