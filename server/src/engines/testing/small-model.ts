import { file, type Model, type ModelFile } from '../models/catalogue/model.ts'

/** A model in the repository of a test's hub. */
export const smallModel = (
  files: readonly ModelFile[] = [file('tokens.txt'), file('onnx/model.onnx')],
  revision: string | null = null,
): Model => ({
  title: 'Small',
  kind: 'speech',
  repo: 'made/small',
  revision,
  licence: 'MIT',
  by: 'Nobody',
  dimensions: null,
  languages: ['en'],
  fetched_by_default: true,
  files,
})
