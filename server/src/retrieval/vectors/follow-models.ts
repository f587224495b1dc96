import type { EnginePool } from '../../engines/pool.ts'
import { type Channels, MODELS_CHANNEL } from '../../platform/db/channels.ts'

/** Milliseconds between two checks of the available models, which may also be copied by hand. */
const INTERVAL = 30_000

/**
 * Makes queries use models that arrive after the start, and loads them before the first query.
 * @param channels not started yet
 * @param onFailure called with the reason when loading fails
 */
export function followModels(engines: EnginePool, channels: Channels, onFailure: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const quietly = (doing: Promise<unknown>) => {
    doing.catch((error: unknown) => {
      if (!stopped) onFailure(error)
    })
  }
  const warm = async () => {
    using loan = engines.lend()
    const { visual, text } = loan.engines
    await Promise.all([
      visual.engine?.dimensions ? visual.engine.embedText('') : null,
      text.engine ? Array.fromAsync(text.engine.embed([''], 'query')) : null,
    ])
  }
  const look = async () => {
    if (await engines.refresh()) await warm()
  }
  const lookQuietly = () => quietly(look())
  channels.on(MODELS_CHANNEL, { onMessage: lookQuietly, onResume: lookQuietly })
  return {
    look: lookQuietly,
    start(): void {
      // The database, which says which engines may be used, answers from now on.
      quietly(engines.refresh().then(warm))
      timer = setInterval(lookQuietly, INTERVAL)
    },
    stop(): void {
      stopped = true
      clearInterval(timer)
    },
  }
}
