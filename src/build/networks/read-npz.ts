import { inflateRawSync } from 'node:zlib'

/** An array of an NPZ file. `float16` contains the bits of its numbers. */
export type NpyArray = { readonly shape: readonly number[] } & (
  | { readonly type: 'int8'; readonly data: Int8Array }
  | { readonly type: 'float16'; readonly data: Uint16Array }
)

/**
 * The arrays of an NPZ file, by name: a ZIP of NPY files, as written by `numpy.savez` and `savez_compressed` (NumPy,
 * "The NPY format"; PKWARE, APPNOTE.TXT). Reads int8 and float16 in C order, the types of tuned networks' differences.
 * Throws, with the name of the array, if a file is of another kind or cut off.
 */
export function readNpz(bytes: Uint8Array): ReadonlyMap<string, NpyArray> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = view.lastIndexOf(zipEnd)
  if (end < 0 || end + 22 > view.length) throw new Error('This is no NPZ file: the list of a ZIP is missing.')
  const arrays = new Map<string, NpyArray>()
  let at = view.readUInt32LE(end + 16)
  for (let count = view.readUInt16LE(end + 10); count > 0; count--) {
    const nameEnd = at + 46 + view.readUInt16LE(at + 28)
    const name = view.toString('utf8', at + 46, nameEnd).replace(/\.npy$/, '')
    arrays.set(name, readNpy(unpacked(view, at), name))
    // An extra field and a comment follow the name.
    at = nameEnd + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32)
  }
  return arrays
}

/** The signature of the record that ends a ZIP file. */
const zipEnd = Buffer.from('PK\x05\x06', 'latin1')

/** The content of the file at the directory entry `entry`. */
function unpacked(zip: Buffer, entry: number): Buffer {
  const method = zip.readUInt16LE(entry + 10)
  const packedBytes = zip.readUInt32LE(entry + 20)
  // The local header repeats name and extra field, with lengths that may differ.
  const local = zip.readUInt32LE(entry + 42)
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(start, start + packedBytes)
  if (method === 0) return packed
  if (method === 8) return inflateRawSync(packed)
  throw new Error(`A file in this ZIP is packed by method ${method}, which NumPy does not write.`)
}

/** `\x93NUMPY`, version, length of the header, the header (a Python dictionary), the numbers. */
function readNpy(file: Buffer, name: string): NpyArray {
  const header = file.toString('latin1', 10, 10 + (file.length < 10 ? 0 : file.readUInt16LE(8)))
  const [, kind = ''] = /'descr': '([^']+)'/.exec(header) ?? []
  const [, dimensions] = /'fortran_order': False, 'shape': \(([\d, ]*)\)/.exec(header) ?? []
  const bytes = { '|i1': 1, '<f2': 2 }[kind]
  if (!file.toString('latin1', 0, 7).startsWith('\x93NUMPY\x01') || dimensions === undefined || !bytes)
    throw new Error(`The array ${name} is no int8 or float16 in C order.`)
  const shape = dimensions.split(',').flatMap((text) => (text.trim() ? [Number(text)] : []))
  const length = shape.reduce((product, side) => product * side, 1)
  const content = file.subarray(10 + header.length)
  if (content.length !== length * bytes) throw new Error(`The array ${name} is cut off.`)
  // Copied, because a view of 16 bits must begin at an even byte.
  const { buffer } = new Uint8Array(content)
  return bytes === 1
    ? { shape, type: 'int8', data: new Int8Array(buffer) }
    : { shape, type: 'float16', data: new Uint16Array(buffer) }
}
