import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { Transaction, TransactionBuilder } from 'kysely'
import type { Database } from '../src/platform/db/database.ts'
import type { Tables } from '../src/platform/db/schema.ts'
import type { Storage } from '../src/platform/storage/storage.ts'

/** Set within the work of a transaction, and in all that it calls. */
const inside = new AsyncLocalStorage<true>()

/** Runs what a test begins while it holds a transaction itself, but what is no part of that. */
export const beside = <T>(run: () => T): T => inside.exit(run)

/** What reads only settings and keys. */
const LOCAL: ReadonlySet<unknown> = new Set(['kind', 'direct_max', 'address', 'uploadForm', 'stage'])

function refuse(what: string): void {
  if (inside.getStore())
    throw new Error(`${what} within a transaction: it holds a connection and locks, and may run again.`)
}

// It covers object stores, Stripe and other servers. An error here ends the test run.
subscribe('http.client.request.start', () => refuse('An HTTP request'))

/** Makes calls to other parts fail within the transactions of a database. */
export function watchTransactions(db: Database): Database {
  const begin = db.transaction.bind(db)
  db.transaction = (): TransactionBuilder<Tables> => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <T>(work: (transaction: Transaction<Tables>) => Promise<T>) =>
        execute((transaction) => inside.run(true, () => work(transaction))),
    })
  }
  return db
}

/** Makes a storage refuse to be asked within a transaction. */
export function watchStorage(storage: Storage): Storage {
  return new Proxy(storage, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const call = value.bind(target)
      if (name === 'stage')
        return async (...given: Parameters<Storage['stage']>) => {
          const { commit, ...staged } = await target.stage(...given)
          const watched = async () => {
            refuse('The storage was asked (commit)')
            await commit()
          }
          return { ...staged, commit: watched }
        }
      if (LOCAL.has(name)) return call
      return (...given: unknown[]) => {
        refuse(`The storage was asked (${String(name)})`)
        return call(...given)
      }
    },
  })
}
