/** Bits a second at which sound encoded anew is not told from its source: as much for two channels, so much for each more. */
export const soundBitrate = (codec: 'opus' | 'aac', channels: number): number => {
  const [pair, more] = codec === 'aac' ? [192_000, 64_000] : [128_000, 48_000]
  return channels <= 2 ? (pair * channels) / 2 : pair + more * (channels - 2)
}
