/** As many leading bytes as `refusedContainerOf` looks at. */
export const containerBytes = 197

/**
 * The usual name of a video whose container is not read, by how the specification says that it begins: FLV (Adobe, Video
 * File Format 10.1), WMV (Microsoft, ASF 3.1), MPG and MTS, program and transport streams of MPEG (ISO/IEC 13818-1), OGV
 * (RFC 3533) and RM (RealMedia). Undefined for others.
 */
export const refusedContainerOf = (head: Uint8Array): string | undefined => {
  const text = String.fromCharCode(...head.subarray(0, containerBytes))
  return marks.find(([, ...parts]) => parts.every(([at, bytes]) => text.startsWith(bytes, at)))?.[0]
}

type Part = readonly [at: number, bytes: string]

const marks: readonly (readonly [container: string, ...parts: readonly Part[]])[] = [
  ['FLV', [0, 'FLV']],
  ['WMV', [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11']],
  ['MPG', [0, '\x00\x00\x01\xba']],
  ['MTS', [0, 'G'], [188, 'G']],
  // As cameras write it: with four bytes before each packet.
  ['MTS', [4, 'G'], [196, 'G']],
  ['OGV', [0, 'OggS']],
  ['RM', [0, '.RMF']],
]
