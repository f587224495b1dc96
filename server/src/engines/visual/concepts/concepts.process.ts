import { Looker } from './look.ts'

/** Loads what the concepts engine needs in its own process. */
export async function open() {
  const looker = new Looker()
  return { look: (file: string) => looker.look(file) }
}
