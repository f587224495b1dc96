import type { TestProject } from 'vitest/node'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: { readonly origin: string; readonly data_dir: string }
  }
}

/** Starts one product for all journeys; each journey signs up its own person. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { origin, data_dir, stop } = await startProduct({ IMPORT_NETWORKS: '127.0.0.0/8' })
  project.provide('product', { origin, data_dir })
  return stop
}
