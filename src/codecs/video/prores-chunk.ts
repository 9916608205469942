import { BufferSource, type EncodedPacket, EncodedPacketSink, Input, QTFF } from 'mediabunny'
import type { Size } from '#engine/raster.ts'
import type { FfmpegCore } from './ffmpeg-core.ts'

export type ProresPackets = {
  readonly packets: readonly EncodedPacket[]
  readonly decoderConfig: VideoDecoderConfig
}

/** Constant quality: many times as fast as prores_ks' own rate control, and smaller (platform figures: 50.6 dB). */
const quality = '9'
/** The pixel format comes after it; prores_ks tells of colours only what the frames say themselves. */
const toBt709 =
  'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,' +
  'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv'
/** The container's word for the same. */
const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/**
 * Encodes a few frames, RGBA one after the other, as ProRes 4444 of 10 bits, with 16-bit alpha where `hasAlpha`.
 * The pixels' buffer moves to ffmpeg. Rejects as `FfmpegCore.run` does.
 */
export const encodeProres = async (
  ffmpeg: FfmpegCore,
  pixels: Uint8Array<ArrayBuffer>,
  {
    size,
    hasAlpha,
    signal,
  }: { readonly size: Size; readonly hasAlpha: boolean; readonly signal: AbortSignal },
): Promise<ProresPackets> => {
  await ffmpeg.writeFile('in.raw', pixels)
  await ffmpeg.run(
    [
      ...['-f', 'rawvideo', '-pix_fmt', hasAlpha ? 'rgba' : 'rgb0', '-s', `${size.width}x${size.height}`],
      ...['-r', '30', '-i', 'in.raw'],
      ...['-vf', toBt709],
      ...['-c:v', 'prores_ks', '-profile:v', '4444', '-vendor', 'apl0', '-qscale:v', quality],
      ...(hasAlpha ? ['-alpha_bits', '16', '-pix_fmt', 'yuva444p10le'] : ['-pix_fmt', 'yuv444p10le']),
      ...['-f', 'mov', '-y', 'out.mov'],
    ],
    { signal },
  )
  const encoded = await ffmpeg.readFile('out.mov')
  await Promise.all([ffmpeg.deleteFile('in.raw'), ffmpeg.deleteFile('out.mov')])
  const input = new Input({ source: new BufferSource(encoded), formats: [QTFF] })
  try {
    const track = await input.getPrimaryVideoTrack()
    const decoderConfig = await track?.getDecoderConfig()
    if (!track || !decoderConfig) throw new Error('ffmpeg wrote no ProRes')
    const packets: EncodedPacket[] = []
    for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
    return { packets, decoderConfig: { ...decoderConfig, colorSpace } }
  } finally {
    input.dispose()
  }
}
