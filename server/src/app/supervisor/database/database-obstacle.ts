import { ConfigError } from '../../../platform/config.ts'
import { ownAccount } from '../../../platform/data-dir.ts'

/** Room that an empty database takes, as people read it. */
const EMPTY_DATABASE = '60 MB'

/**
 * Why a program of PostgreSQL failed, as a sentence with what to type where the reason is known.
 * @param attempt what failed, as a sentence without its end
 * @param printed what the program printed
 * @param folder of the database
 */
export function databaseFailure(attempt: string, printed: string, folder: string): Error {
  if (/No space left on device|disk quota exceeded/i.test(printed))
    return new Error(
      `${attempt}: there is no room in ${folder}. A new database takes ${EMPTY_DATABASE}. Make room, or choose another ` +
        'folder: DATA_DIR=~/footnote npm start',
    )
  if (/could not look up effective user ID/.test(printed))
    return new ConfigError(
      `${attempt}: PostgreSQL does not run under the user id ${ownAccount()}, which has no name on this machine. Start ` +
        'Footnote as a user that has one (in a container without --user), or name a server: ' +
        'DATABASE_URL=postgresql://USER:PASSWORD@HOST/DATABASE npm start',
    )
  return new Error(`${attempt}: ${printed.trim()}`)
}
