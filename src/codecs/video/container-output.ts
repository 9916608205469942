import { Output, type OutputFormat, StreamTarget, type StreamTargetChunk } from 'mediabunny'
import type { ByteSink } from './frame-writer.ts'

/** Small enough to be held twice without notice, large enough for few writes. */
const pieceBytes = 1 << 20

export type ContainerOutput = {
  readonly output: Output
  /** The length of the file so far. */
  bytes(): number
}

/** A container whose bytes go to `sink` in pieces as they come; what the sink throws, the container throws. */
export const openContainer = (format: OutputFormat, sink: ByteSink): ContainerOutput => {
  let bytes = 0
  const stream = new WritableStream<StreamTargetChunk>(
    {
      async write({ data, position }) {
        await sink.write(data, position)
        bytes = Math.max(bytes, position + data.byteLength)
      },
    },
    { highWaterMark: 2 },
  )
  const target = new StreamTarget(stream, { chunked: true, chunkSize: pieceBytes })
  return { output: new Output({ format, target }), bytes: () => bytes }
}
