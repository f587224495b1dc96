import path from 'node:path'
import type { Catalogue } from '../engines/models/catalogue/model.ts'
import { openModelStore } from '../engines/models.ts'
import { EnginePool } from '../engines/pool.ts'
import { engineName, languagesOf } from '../engines/registry.ts'
import { limitMails } from '../features/accounts/mail-limits.ts'
import { countAttempts } from '../features/accounts/secrets/attempts.ts'
import { openPayments } from '../features/plans/payments.ts'
import type { Services } from '../features/services.ts'
import { Notices } from '../platform/db/notices.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { openQueryAnalyser } from '../retrieval/concepts/query-analyser.ts'

/** Threads per engine: several engines and ffmpeg run in parallel. */
const ENGINE_THREADS = 1

/** The services that exist before a role starts. */
export interface Ground extends Pick<Services, 'config' | 'db' | 'storage' | 'queue' | 'log'> {
  /** The catalogue of models; the product's own by default. */
  readonly catalogue?: Catalogue
}

/**
 * Makes the services of a role. It neither listens to the database nor loads an engine yet.
 * @returns the services, the store of their models, and a function that closes both
 */
export async function openServices({ catalogue, ...ground }: Ground) {
  const { config, db } = ground
  const models = openModelStore(config.models, catalogue ? { catalogue } : {})
  const { speech_model, ocr_model } = config
  const pool = await EnginePool.open({ threads: ENGINE_THREADS, models, speech_model, ocr_model })
  const analyser = await openQueryAnalyser()
  const payments = config.stripe && config.billing ? await openPayments(config.stripe, config.public_url) : null
  const notices = new Notices(config.database_url)
  const mailer = openMailer({ ...config, announce: (line) => process.stderr.write(`${line}\n`) })
  const services = {
    ...ground,
    mailer,
    mails: limitMails(db, config.rate_limits),
    attempts: countAttempts(db, config.rate_limits),
    payments,
    notices,
    pool,
    registry: { engineName, languagesOf },
    analyser,
    tools: { ffmpeg: config.ffmpeg_path, ffprobe: config.ffprobe_path },
    work_dir: path.join(config.data_dir, 'work'),
  } satisfies Services
  const close = async () => {
    await notices.close()
    await Promise.all([analyser.close(), pool.close()])
    mailer.close()
  }
  return { services, models, close }
}
