import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { selectsAddress } from '../../../lib/addresses.ts'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

/** Says how many moments were added, leads to the selects, and takes the moments out if asked. */
export function announceAdded({ id, name }: Selects, count: number, takeOut: () => Promise<unknown>): void {
  const moments = count === 1 ? '' : ` ${count} moments`
  const undo = async () => {
    try {
      await takeOut()
      toast.success(`Taken out of ${name}`)
    } catch (error) {
      console.warn('take out of selects', error)
      toast.error(errorDetail(error, `Nothing was taken out. Remove it in ${name}.`))
    }
  }
  toast.success(
    (shown) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {`Added${moments} to `}
          <bdi>{name}</bdi>
        </span>
        <ButtonLink size="sm" to={selectsAddress(id)} onClick={() => toast.dismiss(shown.id)}>
          Open selects
        </ButtonLink>
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => {
            toast.dismiss(shown.id)
            void undo()
          }}
        >
          Undo
        </button>
      </span>
    ),
    { duration: TIMING.download_toast },
  )
}
