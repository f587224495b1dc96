import { ImagePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DIALOGS } from '../../../../lib/keyboard/dialogs.ts'
import { takesLetters } from '../../../../lib/keyboard/keys.ts'
import { useLatest } from '../../../../lib/use-latest.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { keepLocalImage, NOT_KEPT, refusalOf } from '../question/reference-image.ts'
import { draggedIn, dropped, type PictureTransfer, pasted } from './transfer.ts'
import './picture-drop.css'

/** Dialogs have fields and drop areas of their own. The picker of a picture is part of the search. */
const COVERS = `:is(${DIALOGS}):not(.reference-picker)`
/** Where a person types a search. */
const SEARCHING = '.searchbar, .reference-picker'

/**
 * Searches with a picture that a person drops anywhere on the page, or pastes. It alone decides about drops:
 * other areas of the page never see a picture, and get everything else.
 * @param uploads whether the page takes videos: then other files are its own
 * @param onPicture gets the picture as an address of a search has it
 */
export function PictureDrop({ uploads = false, onPicture }: { uploads?: boolean; onPicture: (image: string) => void }) {
  const [dragging, setDragging] = useState(false)
  const latest = useLatest(onPicture)
  useEffect(() => {
    const search = (given: PictureTransfer) => void take(given, (image) => latest.current(image))
    const watching = new AbortController()
    watchDrops(uploads, setDragging, search, watching.signal)
    watchPastes(search, watching.signal)
    return () => watching.abort()
  }, [uploads, latest])
  return dragging ? (
    <div className="drop-search" role="status">
      <ImagePlus className="icon" aria-hidden="true" />
      <b>Drop to search with this picture</b>
      <span>{`Or paste one, with ${PASTE}, anywhere on this page`}</span>
    </div>
  ) : null
}

const PASTE = /^(Mac|iP)/.test(navigator.platform) ? '⌘ V' : 'Ctrl V'

/** Searches with the picture, or says why that is not possible. */
async function take(given: PictureTransfer, onPicture: (image: string) => void): Promise<void> {
  if ('address' in given) return onPicture(given.address)
  const refuse = (sentence: string) => void toast.error(sentence, { id: 'picture' })
  if ('refusal' in given) return refuse(given.refusal)
  const refusal = refusalOf(given.file)
  if (refusal) return refuse(refusal)
  await keepLocalImage(given.file, given.name).then(onPicture, (error: unknown) => {
    console.warn('picture', error)
    refuse(NOT_KEPT)
  })
}

/** Follows drags before every area of the page does. */
function watchDrops(
  uploads: boolean,
  onDragging: (dragging: boolean) => void,
  onDrop: (given: PictureTransfer) => void,
  signal: AbortSignal,
): void {
  // A picture or a link of this page is no picture to search with.
  let own = false
  /** Whether what is dragged belongs here. */
  const takes = ({ dataTransfer }: DragEvent): boolean => {
    const what = dataTransfer && !own && !document.querySelector(COVERS) ? draggedIn(dataTransfer) : null
    return what !== null && !(uploads && what === 'files')
  }
  const over = (event: DragEvent) => {
    if (!takes(event)) return onDragging(false)
    event.preventDefault()
    event.stopPropagation()
    if (event.dataTransfer) {
      event.dataTransfer.dropEffect = 'copy'
      onDragging(draggedIn(event.dataTransfer) !== 'files')
    }
  }
  const drop = (event: DragEvent) => {
    onDragging(false)
    if (!takes(event) || !event.dataTransfer) return
    event.preventDefault()
    event.stopPropagation()
    const given = dropped(event.dataTransfer)
    if (given) onDrop(given)
  }
  const leave = (event: DragEvent) => {
    // The pointer left the window.
    if (event.relatedTarget === null) onDragging(false)
  }
  const options = { signal, capture: true }
  window.addEventListener('dragstart', () => (own = true), options)
  window.addEventListener('dragend', () => (own = false), options)
  window.addEventListener('dragenter', over, options)
  window.addEventListener('dragover', over, options)
  window.addEventListener('dragleave', leave, options)
  window.addEventListener('drop', drop, options)
}

/** Follows pastes, except into fields that are no part of the search. */
function watchPastes(onPaste: (given: PictureTransfer) => void, signal: AbortSignal): void {
  const paste = (event: ClipboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    const in_field = takesLetters(target)
    const elsewhere = in_field ? !target.closest(SEARCHING) : document.querySelector(COVERS) !== null
    if (event.defaultPrevented || elsewhere || !event.clipboardData) return
    const given = pasted(event.clipboardData, in_field)
    if (!given) return
    event.preventDefault()
    onPaste(given)
  }
  window.addEventListener('paste', paste, { signal })
}
