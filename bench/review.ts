/**
 * Measures review: `npm run bench:review`. Starts the product with a video of an hour that has 1,000 comments with
 * replies and 300 drawings, and a link to 200 videos, and exits with 1 if it exceeds a bound.
 */
import { createCollection } from '../e2e/calls.ts'
import { companyOf, inDatabase } from '../e2e/database.ts'
import { startProduct } from '../e2e/product.ts'
import { accountWithoutWorker } from './account.ts'
import { DURATION, discussion, ROOTS, storeDiscussion, storeVideo } from './review-discussion.ts'
import { measureGuesses } from './review-guesses.ts'
import { measureRooms } from './review-links.ts'
import { measureList } from './review-list.ts'
import { measureLive } from './review-live.ts'
import { measurePage, storeFilm } from './review-page.ts'

// Without a worker, which would index the sample collection during the measurement.
const product = await startProduct({ RATE_LIMITS: 'off', ROLES: 'api' })
try {
  const account = await accountWithoutWorker(product)
  const collection_id = await createCollection(product, account, 'Measured')
  let video_id = ''
  await inDatabase(product, async (db) => {
    const company_id = await companyOf(db, account)
    video_id = await storeVideo(db, collection_id, account.user_id)
    await storeDiscussion(db, discussion(video_id, company_id, account.user_id))
    await storeFilm(product, db, video_id, DURATION)
  })
  if (!(await measurePage(product, account, video_id, ROOTS))) process.exitCode = 1
  if (!(await measureList(product.origin, account.access, video_id))) process.exitCode = 1
  if (!(await measureRooms(product, account))) process.exitCode = 1
  if (!(await measureLive(product, account, video_id))) process.exitCode = 1
} finally {
  await product.stop()
}
if (!(await measureGuesses())) process.exitCode = 1
