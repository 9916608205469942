import type { InputVideoTrack } from 'mediabunny'
import { bytesOfSource, readAvcRecord } from '#codecs/video/avc-record.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { HdrTransfer } from '#engine/color/hdr-to-srgb.ts'
import { lumaBits } from './sequence-parameters.ts'

/** The byte of HEVC's description with the luma bits above 8 (ISO/IEC 14496-15, 8.3.3.1.2). */
const hevcLumaByte = 17

/** The depth and colours of a track by its file, if more than 8 bits and sRGB. */
export const readPictureDepth = async (
  track: InputVideoTrack,
): Promise<Pick<VideoFacts, 'bits' | 'colors'>> => {
  const config = await track.getDecoderConfig()
  const bits = config ? bitsOf(config) : 8
  const { primaries, transfer } = await track.getColorSpace()
  const isHdr = hdrOf(transfer) !== undefined
  const isWide = ['bt2020', 'smpte432'].includes(String(primaries))
  return { ...(bits > 8 && { bits }), ...((isHdr || isWide) && { colors: isHdr ? 'hdr' : 'wide' }) }
}

/** The transfer function, if of high dynamic range; TypeScript's types lack these names. */
export const hdrOf = (transfer: string | null | undefined): HdrTransfer | undefined =>
  (['hlg', 'pq'] as const).find((name) => name === transfer)

/** The bits of a sample, from the codec's name (RFC 6381) or its description; 8 if unknown. */
const bitsOf = ({ codec, description }: VideoDecoderConfig): number => {
  const named = /^(?:vp09\.\d+\.\d+|av01\.\d\.\w+)\.(\d+)/.exec(codec)?.[1]
  if (named) return Number(named)
  // ProRes: 422 has 10 bits, 4444 12.
  if (/^ap(4|c)/.test(codec)) return codec.startsWith('ap4') ? 12 : 10
  const bytes = description && bytesOfSource(description)
  if (bytes && /^h(ev|vc)1/.test(codec)) return 8 + ((bytes[hevcLumaByte] ?? 0) & 7)
  const [set] = (bytes && /^avc[13]/.test(codec) && readAvcRecord(bytes)?.sps) || []
  return set ? lumaBits(set) : 8
}
