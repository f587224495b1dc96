import { writeEncoder } from '../../features/library/indexing/encoders/commands.ts'
import type { EncoderState } from '../../features/library/indexing/encoders/queries.ts'
import type { Services } from '../../features/services.ts'
import { tryHardware } from '../../media/encoding/trial.ts'

/** Milliseconds between two renewals of the row of a machine; three missing ones mean that it is gone. */
const RENEWAL = 60_000

/**
 * Tries the hardware encoder that the settings want, and uses it from then on. Until then, and if it does not work, software
 * encodes. Log and health say which of them does.
 * @param machine its name
 * @returns a function that ends the reports, after the trial
 */
export function chooseEncoder(
  { config, db, tools, work_dir, log }: Pick<Services, 'config' | 'db' | 'tools' | 'work_dir' | 'log'>,
  machine: string,
): () => Promise<void> {
  const { hwaccel: wanted } = config
  let state: EncoderState | null = null
  const report = () =>
    writeEncoder(db, machine, state).catch((error: unknown) => log.warn({ err: error }, 'encoder not reported'))
  const choose = async () => {
    if (wanted === 'off' || !tools.hardware) return await report()
    const { hardware, reasons } = await tryHardware(tools, work_dir, wanted)
    if (!hardware) {
      log[wanted === 'auto' ? 'info' : 'warn']({ wanted, reasons }, 'no hardware encoder works, software encodes')
      state = { wanted, state: 'missing', kind: null }
      return await report()
    }
    const { kind, devices } = hardware
    log.info({ kind, devices, reasons }, 'hardware encodes')
    state = { wanted, state: 'works', kind }
    tools.hardware.use(hardware, (error, given_up) => {
      log.warn({ kind, err: error }, 'hardware failed to encode a film, software encodes it')
      if (!given_up) return
      log.error({ kind }, 'hardware failed several times, software encodes until the next start')
      state = { wanted, state: 'failed', kind }
      void report()
    })
    await report()
  }
  const chosen = choose().catch((error: unknown) => {
    log.warn({ wanted, err: error }, 'hardware encoders could not be tried, software encodes')
    if (wanted !== 'off') state = { wanted, state: 'missing', kind: null }
    return report()
  })
  const timer = setInterval(() => state && void report(), RENEWAL)
  return async () => {
    clearInterval(timer)
    await chosen
  }
}
