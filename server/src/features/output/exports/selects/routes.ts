import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { SelectsFormat } from '@footnote/contract/nouns/output/selects/render.ts'
import { exactRate, needsFrames } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import type { Route } from '../../../../platform/route.ts'
import type { Services } from '../../../services.ts'
import { readSelects, refuseInexactItems, usableItems } from '../../selects/queries.ts'
import { type ExportedSelects, exportedSelects } from './exported-selects.ts'
import { selectsEdl, selectsFcpxml, selectsList, selectsOtio, selectsTable } from './formats.ts'
import { selectsPremiere } from './selects-premiere.ts'

interface Format {
  readonly write: (selects: ExportedSelects) => string
  /** Extension of the file. */
  readonly ending: string
  readonly type: string
}

const FORMATS: Readonly<Record<SelectsFormat, Format>> = {
  edl: { write: selectsEdl, ending: 'edl', type: 'text/plain' },
  fcpxml: { write: selectsFcpxml, ending: 'fcpxml', type: 'application/xml' },
  premiere: { write: selectsPremiere, ending: 'xml', type: 'application/xml' },
  otio: { write: selectsOtio, ending: 'otio', type: 'application/json' },
  csv: { write: selectsTable, ending: 'csv', type: 'text/csv' },
  md: { write: selectsList, ending: 'md', type: 'text/markdown' },
}

/** Serves selects as files, without the pieces that the viewer may not fetch. */
export function selectsExportRoutes(route: Route, { db, config }: Pick<Services, 'db' | 'config'>): void {
  route(endpoints.selects.export, async ({ params, query, viewer }) => {
    const row = await readSelects(db, viewer, params.id)
    const items = await usableItems(db, viewer, row.id, { billing: config.billing, now: new Date() })
    if (needsFrames(query.format)) refuseInexactItems(items)
    const { write, ending, type } = FORMATS[query.format]
    const body = write(exportedSelects(row, items, query.rate && exactRate(query.rate)))
    return { file: { name: `${row.name}.${ending}`, type, body } }
  })
}
