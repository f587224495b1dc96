import { registerHooks } from 'node:module'

/** With `node --import` of this file the catalogue has one more model, in the repository of a test's hub. */
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/engines/models/catalogue/catalogue.ts')) return next(url, context)
    const source = `
      import { catalogue as pinned } from '${url}?pinned'
      import { smallModel } from '${new URL('../src/engines/testing/small-model.ts', import.meta.url)}'
      export { creditOf } from '${url}?pinned'
      export const catalogue = { ...pinned, small: smallModel() }`
    return { format: 'module', shortCircuit: true, source }
  },
})
