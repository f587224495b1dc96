import { expect, test } from 'vitest'
import {
  canBeOpened,
  failedToPlay,
  isFailed,
  isReady,
  isUnfinished,
  isWorkedOn,
  VIDEO_STATUSES,
} from './video-status.ts'

test('each status is exactly one of unfinished, indexed, failed, or being deleted', () => {
  for (const status of VIDEO_STATUSES) {
    const answers = [isUnfinished(status), status === 'SUCCESS', isFailed(status), status === 'DELETING']
    expect(answers.filter(Boolean), status).toHaveLength(1)
    expect(isWorkedOn(status), status).toBe(!(status === 'SUCCESS' || isFailed(status)))
  }
})

test('only SUCCESS and VALIDATING can be opened for playback', () => {
  expect(VIDEO_STATUSES.filter(canBeOpened)).toEqual(['VALIDATING', 'SUCCESS'])
})

test('a video plays once it is indexed and browsers can play it, and only an indexed one has failed to play', () => {
  for (const status of VIDEO_STATUSES) {
    expect(isReady({ status, playback: 'READY' }), status).toBe(status === 'SUCCESS')
    expect(failedToPlay({ status, playback: 'FAILED' }), status).toBe(status === 'SUCCESS')
    for (const playback of ['UNCHECKED', 'PREPARING']) {
      expect(isReady({ status, playback }), status).toBe(false)
      expect(failedToPlay({ status, playback }), status).toBe(false)
    }
  }
})
