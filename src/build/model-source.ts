import type { ModelEntry, NetworkFiles, NetworkKind } from '#matting/model-entry.ts'

/** Where a model's ONNX files come from and what the build must know of them. */
export type ModelSource = Omit<ModelEntry, 'networks'> & {
  readonly networks: { readonly [kind in NetworkKind]: NetworkSource }
}

/** One ONNX file: a resource of an npm data package, or a file of its own. */
export type NetworkSource = Pick<NetworkFiles, 'precision'> &
  (
    | { /** A path below node_modules. */ readonly package: string; readonly resource: string }
    | { /** A path from the project's root. */ readonly file: string; readonly sha256: string }
  )

/**
 * IS-Net for general subjects (Qin et al., Highly Accurate Dichotomous Image Segmentation, ECCV 2022),
 * as int8 and as half-precision weights. Of the npm package only the data is used.
 */
export const isnetGeneral: ModelSource = {
  id: 'isnet-general',
  name: 'IS-Net, general use',
  licence: 'Apache-2.0',
  source: 'https://github.com/xuebinqin/DIS',
  input: { name: 'input', mean: [128, 128, 128], deviation: [256, 256, 256], sizeMultiple: 64 },
  output: { name: 'output' },
  networks: {
    small: { precision: 'int8', package: '@imgly/background-removal-data', resource: '/models/small' },
    large: { precision: 'fp16', package: '@imgly/background-removal-data', resource: '/models/medium' },
  },
}
