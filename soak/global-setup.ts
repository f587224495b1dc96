import path from 'node:path'
import { buildWebAppWhenStale } from '../server/src/app/supervisor/web-app.ts'

/** Two products that start at the same time would build the web app into the same folder. */
export default async function setup(): Promise<void> {
  await buildWebAppWhenStale(path.resolve(import.meta.dirname, '..'), console.log, new AbortController().signal)
}
