import { registerHooks } from 'node:module'

/**
 * `node --import` this, and the product takes the models that a test has written into MODELS_DIR for those that its catalogue pins: what
 * is there is all that there is of a model, and is pinned by its first use.
 */
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/engines/models/catalogue/catalogue.ts')) return next(url, context)
    const source = `
      import { existsSync } from 'node:fs'
      import { join } from 'node:path'
      import { catalogue as pinned } from '${url}?pinned'
      export { creditOf } from '${url}?pinned'
      const here = (name, { path }) => existsSync(join(process.env.MODELS_DIR, name, path))
      export const catalogue = Object.fromEntries(Object.entries(pinned).map(([name, model]) => {
        const files = model.files.filter((file) => here(name, file)).map(({ path }) => ({ path, sha256: null, size: null }))
        return [name, files.length > 0 ? { ...model, revision: null, files } : model]
      }))`
    return { format: 'module', shortCircuit: true, source }
  },
})
