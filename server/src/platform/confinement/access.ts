import { accessSync } from 'node:fs'

/**
 * Whether this process may use a file or folder.
 * @param mode W_OK to write or X_OK to execute, of `fs.constants`
 */
export function mayUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
