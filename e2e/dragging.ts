import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'

/** What is dragged from a file manager or another page. */
interface DragData {
  /** Paths of files of this machine. */
  readonly files?: readonly string[]
  readonly items?: readonly { readonly mimeType: string; readonly data: string }[]
}

/** Drags something over the page, as the system does, until `drop` lets it go there. Places are CSS pixels. */
export async function dragOver(page: Page, { files = [], items = [] }: DragData, x = 600, y = 500) {
  const line = await page.context().newCDPSession(page)
  const data = { items: [...items], files: [...files], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') => line.send('Input.dispatchDragEvent', { type, x, y, data })
  await send('dragEnter')
  await send('dragOver')
  return {
    drop: () => send('drop'),
    /** Chromium's protocol has no word for a pointer that leaves the window. */
    leave: () => page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }))),
  }
}

/** Writes a file to drag. @returns its path */
export async function fileToDrag(folder: string, name: string, content: Uint8Array): Promise<string> {
  const file = path.join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(file, content)
  return file
}

/** Copies the picture at an address of the product, and its page's words if there are any, as people do in programs. */
export const copyPicture = (page: Page, address: string, text?: string): Promise<void> =>
  page.evaluate(
    async ([source, words]) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      const picture = { 'image/png': await canvas.convertToBlob({ type: 'image/png' }) }
      const copied =
        words === undefined ? picture : { ...picture, 'text/plain': new Blob([words], { type: 'text/plain' }) }
      await navigator.clipboard.write([new ClipboardItem(copied)])
    },
    [address, text] as const,
  )
