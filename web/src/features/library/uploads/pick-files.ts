/** A chosen file, with its lasting handle in Chromium. */
export interface PickedFile {
  readonly file: File
  readonly handle: FileSystemFileHandle | null
}

/** Chromium's file chooser, which gives lasting handles. */
interface PickerWindow {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>
}

/** Opens the browser's file chooser. Call it while a press is handled. @returns no file when the person cancels */
export async function pickFiles(): Promise<PickedFile[]> {
  const { showOpenFilePicker } = window as PickerWindow
  if (!showOpenFilePicker) return (await pickByInput(false)).map((file) => ({ file, handle: null }))
  try {
    const handles = await showOpenFilePicker.call(window, { multiple: true })
    return await Promise.all(handles.map(async (handle) => ({ handle, file: await handle.getFile() })))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return []
    throw error
  }
}

/** Opens the browser's chooser of a folder. @returns its files, also those of its sub-folders */
export const pickFolder = (): Promise<File[]> => pickByInput(true)

function pickByInput(webkitdirectory: boolean): Promise<File[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, webkitdirectory })
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
