/** As many leading bytes as `refusedContainerOf` looks at. */
export const containerBytes = 197

/**
 * What people call the container of a video that is not read, by how its specification says that it begins: FLV (Adobe,
 * Video File Format 10.1), ASF (Microsoft, 3.1), program and transport streams (ISO/IEC 13818-1), Ogg (RFC 3533) and
 * RealMedia. Undefined for others.
 */
export const refusedContainerOf = (head: Uint8Array): string | undefined => {
  const text = String.fromCharCode(...head.subarray(0, containerBytes))
  return marks.find(([, ...parts]) => parts.every(([at, bytes]) => text.startsWith(bytes, at)))?.[0]
}

type Part = readonly [at: number, bytes: string]

const transportStream = 'TS or MTS (MPEG transport stream)'

const marks: readonly (readonly [container: string, ...parts: readonly Part[]])[] = [
  ['FLV (Flash)', [0, 'FLV']],
  ['WMV or ASF (Windows Media)', [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11']],
  ['MPG or VOB (MPEG program stream)', [0, '\x00\x00\x01\xba']],
  [transportStream, [0, 'G'], [188, 'G']],
  // As cameras write it: with four bytes before each packet.
  [transportStream, [4, 'G'], [196, 'G']],
  ['OGV (Ogg)', [0, 'OggS']],
  ['RM (RealMedia)', [0, '.RMF']],
]
