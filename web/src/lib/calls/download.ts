import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { type Call, request, type ShareAccess } from './client.ts'
import { saveFile } from './save-file.ts'

/** A call that answers a file. */
type FileEndpoint = Endpoint & { readonly file: string }

/**
 * Makes a call that answers a file, and has the browser save it under the name that the server gives it.
 * @param share the share link to send instead of the session
 * @throws ApiError as `request` does
 */
export async function download<E extends FileEndpoint>(
  endpoint: E,
  parts: Call<E>,
  share?: ShareAccess | null,
): Promise<void> {
  const response = await request(endpoint, parts, undefined, share)
  saveFile(await response.blob(), nameIn(response.headers.get('content-disposition') ?? ''))
}

/** The file's name in a Content-Disposition (RFC 6266). */
const nameIn = (disposition: string): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? 'download')
