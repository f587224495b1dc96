import { Fragment } from 'react'
import { KEY_GROUPS, keySigns } from '../../lib/keyboard/key-list.ts'
import type { Key } from '../../lib/keyboard/keys.ts'
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx'
import './keys-dialog.css'

/** Every shortcut of the product, by where it works. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" width="stage">
      <DialogBody className="keys-page">
        {KEY_GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="label">{title}</h3>
            <dl className="keys">
              {keys.map((key) => (
                <div key={keySigns(key).join(' ')}>
                  <dt>
                    <Signs of={key} />
                  </dt>
                  <dd>{key.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="text-text-2">Shortcuts are off while you type.</p>
      </DialogBody>
    </Dialog>
  )
}

const Signs = ({ of }: { of: Key }) =>
  keySigns(of).map((sign, place) => (
    <Fragment key={sign}>
      {place > 0 && ' + '}
      <kbd>{sign}</kbd>
    </Fragment>
  ))
