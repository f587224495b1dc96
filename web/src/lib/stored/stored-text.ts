/** A text that this browser stores under a name, for all its tabs. */
export function storedText(name: string) {
  const listeners = new Set<() => void>()
  return {
    /** Null until one is stored. */
    read: (): string | null => localStorage.getItem(name),
    store(text: string): void {
      localStorage.setItem(name, text)
      for (const listener of listeners) listener()
    },
    /** Calls back when the text changes, here or in another tab. @returns a function that stops it */
    watch(listener: () => void): () => void {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}
