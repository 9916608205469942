/**
 * One step of a pass, as `src/matting/kernel-program.ts` writes it: 18 words of 4 bytes. Pictures are float32, row by
 * row, with the channels of a pixel side by side, in a multiple of 8; but the input is planar, and the last layer has
 * one channel.
 */
export class Layer {
  kind: i32
  /**
   * Its one or two input pictures, of one size; channels of the second follow those of the first. 0 channels: no second
   * picture.
   */
  from: usize
  channels: i32
  from2: usize
  channels2: i32
  /** Of the pictures that it reads. */
  width: i32
  height: i32
  /** The picture that it writes. */
  to: usize
  outputs: i32
  dilation: i32
  /** Eight bits of a convolution: input channel, tap, output channel; else float32. */
  weights: usize
  /** Of a convolution: a factor for each output channel, then a bias for each. */
  factors: usize
  /** What is less becomes this: 0 for a ReLU. */
  least: f32
  /** Room for what is transformed for all parts of a convolution. */
  shared: usize
  /** Output channels that are worked on together. */
  chunk: i32
  /** Room of `roomBytes` for each thread. */
  room: usize
  roomBytes: i32
  /** How many tiles are computed together: those of a part, or all; rounded up to a multiple of 6. */
  tiles: i32
}
