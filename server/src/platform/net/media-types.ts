/** Media types of served files by extension; registered names (IANA) if there is one. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/matroska',
  avi: 'video/vnd.avi',
  ogv: 'video/ogg',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  ts: 'video/mp2t',
  m2ts: 'video/mp2t',
  mts: 'video/mp2t',
  mxf: 'video/mxf',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
  '3gp': 'video/3gpp',
  '3g2': 'video/3gpp2',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

/** The type for serving a file. @param name a file name or key */
export const mediaTypeOf = (name: string): string =>
  BY_EXTENSION[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'

/** Whether a file's name ends as those of videos do. */
export const isVideoName = (name: string): boolean => mediaTypeOf(name).startsWith('video/')

/** The browser's announced type without parameters; null when it is no video type. */
export function announcedVideoType(type: string): string | null {
  const bare = type.split(';')[0]!.trim().toLowerCase()
  return /^video\/[a-z0-9][a-z0-9!#$&^_.+-]{0,100}$/.test(bare) ? bare : null
}
