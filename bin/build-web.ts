/** `npm run build`: builds the web app if its sources changed. */
import { join } from 'node:path'
import { buildWebAppWhenStale } from '../server/src/app/supervisor/web-app.ts'

const say = (sentence: string) => console.log(sentence)
await buildWebAppWhenStale(join(import.meta.dirname, '..'), say, new AbortController().signal)
