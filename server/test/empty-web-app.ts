import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Makes a web app without screens, for tests of the API. @returns its folder, inside the given one */
export async function emptyWebApp(folder: string): Promise<string> {
  const web = path.join(folder, 'web')
  await mkdir(path.join(web, 'pages'), { recursive: true })
  await writeFile(path.join(web, 'index.html'), '<!doctype html><title>Footnote</title>')
  await writeFile(path.join(web, 'screens.json'), '[]')
  return web
}
