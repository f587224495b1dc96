import type { EngineExamination } from '@footnote/contract/nouns/library/indexing.ts'
import { listExaminations } from '../../features/library/indexing/examinations/queries.ts'
import { readRecord } from '../supervisor/database/cluster-record.ts'
import type { Console } from './console.ts'
import { commandConfig, openProduct } from './open-product.ts'

/** The examinations of this installation. None, with a sentence on the console, when its database cannot be read. */
export async function examinationsHere({ env, say }: Console): Promise<EngineExamination[]> {
  try {
    // Before the first start there is no database, and this must not make one.
    if (!env.DATABASE_URL && readRecord(commandConfig(env).data_dir) === undefined) return []
    await using product = await openProduct(env, say)
    return await listExaminations(product.db)
  } catch (error) {
    say(`The examinations cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}
