import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { atMost } from './at-most.ts'

/** RFC 9106, second recommended option with 64 MiB and three passes; 60 ms on the measured machine. */
const OPTIONS = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }
/** Each hash needs 64 MiB, so more in parallel would let logins exhaust the memory. */
const inTurn = atMost(2)

/** @returns an argon2id hash in PHC form */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS))

let decoy: Promise<string> | undefined

/** Whether a password is right. Without a hash (nobody has this address) it takes the same time and returns false. */
export async function checkPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const right = await inTurn(async () => verify(passwordHash ?? (await decoy!), password))
  return right && passwordHash !== undefined
}
