import { downloadZip } from 'client-zip'

/** An NPY file as NumPy lays it out: a header padded to a multiple of 64 bytes, then the numbers. */
export function npy(dictionary: string, numbers: Uint8Array, version = 1): Uint8Array<ArrayBuffer> {
  const header = `${dictionary.padEnd(117)}\n`
  const start = Buffer.from(
    `\x93NUMPY${String.fromCharCode(version, 0, header.length, 0)}${header}`,
    'latin1',
  )
  return new Uint8Array(Buffer.concat([start, numbers]))
}

/** An NPZ file, stored. */
export const npz = (
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
): Promise<Uint8Array<ArrayBuffer>> =>
  downloadZip(Object.entries(files).map(([name, input]) => ({ name, input }))).bytes()
