import { registerHooks } from 'node:module'

/** `node --import` this, and the catalogue has one more model, of the repository that a test's hub has. */
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
