/**
 * Puts the text of a field into the clipboard. Where the browser offers no clipboard (a page without TLS), the field is
 * selected and copied as a person would.
 * @throws Error when the browser refuses
 */
export async function copyField(field: HTMLInputElement): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(field.value)
  field.select()
  if (!document.execCommand('copy')) throw new Error('The browser did not copy')
}
