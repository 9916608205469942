import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelEntry, NetworkFiles, NetworkKind } from '#matting/network-catalog.ts'

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

type Resources = Record<
  string,
  {
    readonly size: number
    readonly chunks: readonly { readonly hash: string; readonly offsets: readonly [number, number] }[]
  }
>

export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

/** What `readSource` would read, as text that changes with it; cheap, nothing large is opened. */
export function fingerprintOf(source: NetworkSource, root: string): string {
  return 'file' in source ? source.sha256 : JSON.stringify(resourceOf(source, root).entry)
}

/** The bytes of a network's ONNX file. Throws where any of them is not what its SHA-256 says. */
export function readSource(source: NetworkSource, root: string): Uint8Array {
  if ('file' in source) return verified(readFileSync(join(root, source.file)), source.sha256, source.file)
  const { entry, folder } = resourceOf(source, root)
  const bytes = new Uint8Array(entry.size)
  for (const { hash, offsets } of entry.chunks) {
    const chunk = verified(readFileSync(join(folder, hash)), hash, `${source.package}${source.resource}`)
    if (chunk.length !== offsets[1] - offsets[0])
      throw new Error(`A chunk of ${source.resource} has a wrong length.`)
    bytes.set(chunk, offsets[0])
  }
  return bytes
}

function resourceOf(source: { readonly package: string; readonly resource: string }, root: string) {
  const folder = join(root, 'node_modules', source.package, 'dist')
  const resources = JSON.parse(readFileSync(join(folder, 'resources.json'), 'utf8')) as Resources
  const entry = resources[source.resource]
  if (!entry) throw new Error(`${source.package} has no ${source.resource}.`)
  return { entry, folder }
}

function verified(bytes: Uint8Array, sha256: string, what: string): Uint8Array {
  if (sha256Of(bytes) !== sha256)
    throw new Error(`${what}: a file in node_modules is damaged; install it again.`)
  return bytes
}
