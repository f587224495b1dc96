import { afterEach, beforeEach } from 'vitest'

/** Makes the tests of a file steps of one journey: after a failed one, the rest are skipped. */
export function oneJourney(): void {
  let broken = false
  beforeEach(({ skip }) => skip(broken, 'A step before this one failed.'))
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') broken = true
  })
}
