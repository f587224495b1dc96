import { Fragment } from 'react'
import { KEY_GROUPS, KEYS, type KeyName, keySigns } from '../../lib/keyboard/keys.ts'
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx'
import './keys-dialog.css'

/** Every shortcut of the product, by where it works. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" width="stage">
      <DialogBody className="keys-page">
        {KEY_GROUPS.map(({ title, names }) => (
          <section key={title}>
            <h3 className="label">{title}</h3>
            <dl className="keys">
              {names.map((name) => (
                <div key={name}>
                  <dt>
                    <Signs name={name} />
                  </dt>
                  <dd>{KEYS[name].does}</dd>
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

const Signs = ({ name }: { name: KeyName }) =>
  keySigns(name).map((sign, place) => (
    <Fragment key={sign}>
      {place > 0 && ' + '}
      <kbd>{sign}</kbd>
    </Fragment>
  ))
