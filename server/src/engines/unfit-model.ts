import path from 'node:path'

/** What is wrong with a model's file, in a sentence that starts with its name. */
export class UnfitModel extends Error {
  constructor({ file }: { readonly file: string }, fault: string) {
    super(`${path.basename(file)} ${fault}`)
    this.name = 'UnfitModel'
  }
}
