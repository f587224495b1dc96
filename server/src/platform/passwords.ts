import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { atMost } from './at-most.ts'

/** RFC 9106, second recommended option with 64 MiB and three passes; 60 ms on the measured machine. */
const OPTIONS = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }
/** Each hash needs 64 MiB, so more in parallel would let logins exhaust the memory. */
const accounts = atMost(2)
/** Passwords of links wait apart, so that guesses hold up no login. */
const links = atMost(1)

/** @returns an argon2id hash in PHC form */
export const hashPassword = (password: string): Promise<string> => accounts(() => hash(password, OPTIONS))

let decoy: Promise<string> | undefined

/** Whether a password is right. Without a hash (nobody has this address) it takes the same time and returns false. */
export async function checkPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const right = await accounts(async () => verify(passwordHash ?? (await decoy!), password))
  return right && passwordHash !== undefined
}

/** @returns an argon2id hash in PHC form, for a link */
export const hashLinkPassword = (password: string): Promise<string> => links(() => hash(password, OPTIONS))

/** Whether a password opens a link. */
export const checkLinkPassword = (password: string, passwordHash: string): Promise<boolean> =>
  links(() => verify(passwordHash, password))
