import type { Storage } from './storage.ts'

/**
 * The same storage, which asks before it deletes files.
 * @param permit throws while nothing may be deleted
 */
export function holdDeletions(storage: Storage, permit: () => Promise<void>): Storage {
  return new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'remove' && name !== 'removeAll') return value.bind(target)
      return async (key: string) => {
        await permit()
        await value.call(target, key)
      }
    },
  })
}
