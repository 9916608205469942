import { initSync, JxlImage } from 'jxl-oxide-wasm'

type Question = [question: 'png' | 'count', program: ArrayBuffer, bytes: ArrayBuffer]

/**
 * Answers a file with a PNG of its first picture, upright, in the file's own depth and colours, or with the number of
 * its pictures; with null if it is damaged.
 */
addEventListener('message', ({ data: [question, program, bytes] }: MessageEvent<Question>) => {
  try {
    initSync({ module: program })
    const image = new JxlImage()
    image.feedBytes(new Uint8Array(bytes))
    if (!image.tryInit() || !image.loaded) throw new Error('The file ends early.')
    if (question === 'count') return postMessage(image.numLoadedKeyframes)
    const png = image.render().encodeToPng() as Uint8Array<ArrayBuffer>
    postMessage(png, { transfer: [png.buffer] })
  } catch {
    postMessage(null)
  }
})
