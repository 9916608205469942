/** Bytes from the start of a packet (SMPTE RDD 36, 5.1 and 5.1.1): size, identifier `icpf`, then the frame header. */
const [versionAt, alphaAt] = [11, 25] as const

/**
 * Makes a frame of ProRes 4444 conform to SMPTE RDD 36, in place. FFmpeg 5.1 sets a reserved bit above
 * `alpha_channel_type`, which is why some editors show the picture opaque, and writes `bitstream_version` 0, which
 * neither 4:4:4 nor alpha may have (6.1.1).
 */
export const repairProresHeader = (packet: Uint8Array): void => {
  packet[versionAt] = 1
  packet[alphaAt] = (packet[alphaAt] ?? 0) & 0x0f
}
