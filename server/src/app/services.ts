import path from 'node:path'
import type { Catalogue } from '../engines/models/catalogue/model.ts'
import { openModelStore } from '../engines/models.ts'
import { EnginePool } from '../engines/pool.ts'
import { type Admit, engineName, languagesOf, packagedEngineName } from '../engines/registry.ts'
import { openPictureComparer } from '../engines/visual/fingerprint/picture-comparer.ts'
import { limitMails } from '../features/identity/accounts/mail-limits.ts'
import { countAttempts } from '../features/identity/accounts/secrets/attempts.ts'
import { openPayments } from '../features/identity/plans/payments.ts'
import type { Services } from '../features/services.ts'
import { ChosenHardware } from '../media/encoding/chosen-hardware.ts'
import { admissionBy } from '../pipeline/renewal/admission.ts'
import { Channels } from '../platform/db/channels.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { HOOKS } from './hooks.ts'

/** Threads per engine: several engines and ffmpeg run in parallel. */
const ENGINE_THREADS = 1

/** The services that exist before a role starts. */
export interface BaseServices extends Pick<Services, 'config' | 'db' | 'storage' | 'queue' | 'log'> {
  /** The catalogue of models; the product's own by default. */
  readonly catalogue?: Catalogue
  /** Decides which engines may be used; by default the examinations in the database. */
  readonly admit?: Admit
}

/** The services of a role, and the times at which they may be used. */
interface Opening extends BaseServices {
  /** Whether the database answers and is of this version; from the beginning by default. */
  readonly isOpen?: () => boolean
}

/**
 * Makes the services of a role. It neither listens to the database nor loads an engine yet.
 * @returns the services, the settings of their engines, the store of their models, and a function that closes them
 */
export async function openServices({ catalogue, admit, isOpen, ...ground }: Opening) {
  const { config, db } = ground
  const models = openModelStore(config.models, catalogue ? { catalogue } : {})
  const { speech_model, ocr_model } = config
  const engine_settings = { threads: ENGINE_THREADS, models, speech_model, ocr_model }
  const pool = await EnginePool.open(engine_settings, admit ?? admissionBy(db, engine_settings, isOpen))
  const comparer = openPictureComparer()
  const payments = config.stripe && config.billing ? await openPayments(config.stripe, config.public_url) : null
  const channels = new Channels(config.database_url)
  const mailer = openMailer({ ...config, announce: (line) => process.stderr.write(`${line}\n`) })
  const services = {
    ...ground,
    mailer,
    mails: limitMails(db, config.rate_limits),
    attempts: countAttempts(db, config.rate_limits),
    payments,
    hooks: HOOKS,
    channels,
    pool,
    registry: { engineName, languagesOf, packagedEngineName },
    comparer,
    tools: { ffmpeg: config.ffmpeg_path, ffprobe: config.ffprobe_path, hardware: new ChosenHardware() },
    work_dir: path.join(config.data_dir, 'work'),
  } satisfies Services
  const close = async () => {
    await channels.close()
    await Promise.all([comparer.close(), pool.close()])
    mailer.close()
  }
  return { services, engine_settings, models, close }
}
