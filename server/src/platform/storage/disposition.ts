import { shortName } from '@footnote/contract/shared/names.ts'

/**
 * The Content-Disposition that makes a browser save a file under a name in any script: the name by RFC 8187, and an
 * ASCII form for old clients. A long name becomes as short as every disk takes it.
 */
export function attachment(name: string): string {
  const whole = shortName(name.toWellFormed())
  const likeness = whole.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(whole).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${likeness}"; filename*=UTF-8''${encoded}`
}
