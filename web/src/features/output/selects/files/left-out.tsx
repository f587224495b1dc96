import { Alert } from '../../../../ui/page/alert.tsx'
import { countPieces } from '../lengths.ts'

/** Says before a file is made which pieces it will not have. @param count of pieces whose videos are gone or expired */
export const LeftOut = ({ count }: { count: number }) =>
  count > 0 && (
    <Alert kind="warn">
      {countPieces(count)} {count === 1 ? 'is' : 'are'} left out: {count === 1 ? 'its video is' : 'their videos are'}{' '}
      deleted or expired.
    </Alert>
  )
