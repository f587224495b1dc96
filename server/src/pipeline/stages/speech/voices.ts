import type { Sound } from '@footnote/contract/nouns/library/videos/sound.ts'
import { EngineError } from '../../../engines/engine-error.ts'
import { voiceDetector } from '../../../engines/speech/sound/voice.ts'
import type { MediaInfo } from '../../../media/probe.ts'
import type { MediaJob } from '../../../media/sandbox.ts'
import { lookAtSound } from '../../../media/sound/look.ts'
import type { Log } from '../../../platform/queue/jobs.ts'

/**
 * Looks at the sound of a film with the packaged detector of voices. Where that cannot run, levels and correlation
 * decide.
 * @param input absolute path
 * @throws MediaError; the signal's reason
 */
export async function listenForVoices(
  job: MediaJob & { readonly signal: AbortSignal },
  input: string,
  info: MediaInfo,
  log: Log,
): Promise<Sound> {
  await using detector = voiceDetector()
  try {
    return await lookAtSound(job, input, info, (samples) => detector.secondsIn(samples, job.signal))
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    log.warn({ err: error }, 'voices cannot be found in this sound')
    return await lookAtSound(job, input, info, null)
  }
}
