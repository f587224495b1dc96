import { appendFileSync } from 'node:fs'

/**
 * Counts the start of a program for the summary of the checks. `TEST_STARTS` names the file with a line for each.
 * @param kind in plural, as the summary prints it
 */
export function noteStart(kind: 'APIs' | 'browsers' | 'clusters' | 'products'): void {
  const file = process.env.TEST_STARTS
  if (file) appendFileSync(file, `${kind}\n`)
}
