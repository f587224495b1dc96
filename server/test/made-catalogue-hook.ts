import { registerHooks } from 'node:module'

/**
 * With `node --import` of this file the product uses a test's models in MODELS_DIR instead of the catalogue's: a model
 * has exactly the files in its folder, which the first use pins. The models pass without an examination: they know
 * nothing of the sample films.
 */
registerHooks({
  load(url, context, next) {
    if (url.endsWith('/pipeline/renewal/admission.ts')) {
      const source = `
        export { standingOf } from '${url}?examined'
        export const admissionBy = () => async () => null`
      return { format: 'module', shortCircuit: true, source }
    }
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
