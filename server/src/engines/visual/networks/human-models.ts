import { createRequire } from 'node:module'
import path from 'node:path'
import type { ModelFiles } from '../../process/model-files.ts'

/** SHA-256 of each model, topology before weights, of @vladmandic/human 3.3.6. */
const PINNED = {
  blazeface: 'c2b3e51d720d9aad589ce32807f8143603ad0153ccf6a6454b9f16430bdd6a36',
  faceres: '1028a60eeb7af9949dcf2123a1dd2335f72a3f97365c002c1b2bbc9c03123422',
  emotion: '27f76db88b60395e3240ab2945a998456306164f40812b86bad6adbb3ed110f2',
  centernet: 'd82f7efbe2194b1638ba372759077a9f6d926aadec6a693f4af0af65e99f50a1',
  'movenet-lightning': '820996ebc95ec0aaab828ebb34ab525328cbbe8a242e9db9f65eaa8fe893424f',
  handtrack: '22fa50f80bd77d1ca1f4e019198c7826b43cc81bd11a3df92b36736cc7fd651b',
} as const

/** File name of a model in the package, without extension. */
export type HumanModel = keyof typeof PINNED

/** A model in the package @vladmandic/human. */
export function humanModel(name: HumanModel): ModelFiles {
  // The package only exports its programs, so the path starts from one.
  const entry = createRequire(import.meta.url).resolve('@vladmandic/human')
  const folder = path.join(entry.slice(0, entry.lastIndexOf(`${path.sep}dist${path.sep}`)), 'models')
  const [topology, weights] = [path.join(folder, `${name}.json`), path.join(folder, `${name}.bin`)]
  return { topology, weights: [weights], sha256: PINNED[name] }
}
