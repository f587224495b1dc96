import { catalogue } from '../src/engines/models/catalogue/catalogue.ts'
import type { Catalogue } from '../src/engines/models/catalogue/model.ts'

/** The product's models, with some of them replaced by a test's; the others are never downloaded. */
export const madeCatalogue = (made: Catalogue): Catalogue => ({
  ...Object.fromEntries(
    Object.entries(catalogue).map(([name, model]) => [name, { ...model, fetched_by_default: false }]),
  ),
  ...made,
})
