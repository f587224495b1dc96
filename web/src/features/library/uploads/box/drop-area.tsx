import { fromEvent } from 'file-selector'
import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import type { PathFile } from '../folders.ts'
import { UNTYPED } from '../unfit.ts'

type OnChoose = (files: readonly PathFile[]) => Promise<void>

/** A button that opens the chooser of the browser, or of the phone. */
export function ChooseButton({
  onChoose,
  large = false,
  primary = false,
  children,
}: {
  onChoose: OnChoose
  large?: boolean
  primary?: boolean
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={primary ? 'primary' : 'default'}
        size={large ? 'lg' : 'md'}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={`video/*,${UNTYPED.join()}`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same files can be chosen again.
          event.target.value = ''
          void onChoose(files)
        }}
      />
    </>
  )
}

/** Takes dropped files and folders. */
export function DropArea({ onChoose, slim, children }: { onChoose: OnChoose; slim: boolean; children: ReactNode }) {
  const [over, setOver] = useState(false)
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    // Read at once: the browser empties the event afterwards.
    const read = fromEvent(event.nativeEvent)
    const files = (await read).filter((one) => one instanceof File)
    await onChoose(files as readonly PathFile[])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by a press
    <div
      className={classNames('send-drop', slim && 'is-slim', over && 'is-over')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <Upload className="icon" aria-hidden="true" />
      {children}
    </div>
  )
}
