import type { UploadSession } from '@footnote/contract/nouns/videos.ts'

/** A failed upload; `detail` is the server's sentence, or empty. */
export class UploadError extends Error {
  readonly detail: string
  constructor(detail: string) {
    super(detail || 'The upload failed')
    this.detail = detail
  }
}

function problemDetail(text: string): string {
  try {
    const problem: unknown = JSON.parse(text)
    return problem && typeof problem === 'object' && 'detail' in problem ? String(problem.detail) : ''
  } catch {
    return ''
  }
}

/**
 * Posts a file to the address of its upload form. Uses XMLHttpRequest, because `fetch` reports no progress of sending.
 * @param onProgress called with the bytes sent so far
 * @throws UploadError, or the signal's reason when it is aborted
 */
export function sendFile(
  { url, fields }: UploadSession['url'],
  file: File,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file)
    const request = new XMLHttpRequest()
    request.upload.onprogress = (event) => onProgress(Math.min(event.loaded, file.size))
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new UploadError(problemDetail(request.responseText)))
    }
    request.onerror = () => reject(new UploadError(''))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', url)
    request.send(form)
  })
}
