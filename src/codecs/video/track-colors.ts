import type { InputVideoTrack } from 'mediabunny'

export type TrackColors = {
  readonly colorSpace: VideoColorSpaceInit
  /** The file says nothing of its matrix, and decoders would take another one than players do. */
  readonly isGuessed: boolean
}

/** Players take what is lower for standard definition, whose matrix is BT.601 (Chromium's `<video>` does). */
const highDefinitionPx = 720

/** What a track's colours mean. A decoder given nothing takes BT.709, which turns the reds of small videos orange. */
export const readTrackColors = async (track: InputVideoTrack): Promise<TrackColors> => {
  const { primaries, transfer, matrix, fullRange } = await track.getColorSpace()
  const isGuessed = !matrix && (await track.getSquarePixelHeight()) < highDefinitionPx
  return {
    isGuessed,
    colorSpace: {
      primaries: primaries ?? 'bt709',
      transfer: transfer ?? 'bt709',
      matrix: matrix ?? (isGuessed ? 'smpte170m' : 'bt709'),
      fullRange: fullRange ?? false,
    },
  }
}
