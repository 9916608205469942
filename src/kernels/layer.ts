/**
 * One step of a pass, as `src/matting/kernel-program.ts` writes it: 18 words of 4 bytes. Pictures are float32, row by
 * row, with interleaved channels, a multiple of 8; except the input, which is planar, and the output of the last layer,
 * which has one channel.
 */
export class Layer {
  kind: i32
  /**
   * One or two input pictures of one size; the second one's channels follow the first's. 0 channels: no second picture.
   */
  from: usize
  channels: i32
  from2: usize
  channels2: i32
  /** Size of the input pictures. */
  width: i32
  height: i32
  /** The output picture. */
  to: usize
  outputs: i32
  dilation: i32
  /** int8 for a convolution, in the order input channel, tap, output channel; else float32. */
  weights: usize
  /** Of a convolution: a factor for each output channel, then a bias for each. */
  factors: usize
  /** The lower bound of results: 0 for a ReLU. */
  least: f32
  /** Room for transformed data shared by all parts of a convolution. */
  shared: usize
  /** Output channels computed together. */
  chunk: i32
  /** Room of `roomBytes` for each thread. */
  room: usize
  roomBytes: i32
  /** Tiles computed together, of a part or of all, rounded up to a multiple of 6. */
  tiles: i32
}
