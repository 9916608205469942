import { initSync, JxlImage } from 'jxl-oxide-wasm'

/** Answers a file with a PNG of its first picture, upright, in the file's own depth and colours; with null where it is damaged. */
addEventListener('message', ({ data: [program, bytes] }: MessageEvent<[ArrayBuffer, ArrayBuffer]>) => {
  try {
    initSync({ module: program })
    const image = new JxlImage()
    image.feedBytes(new Uint8Array(bytes))
    if (!image.tryInit() || !image.loaded) throw new Error('The file ends early.')
    const png = image.render().encodeToPng() as Uint8Array<ArrayBuffer>
    postMessage(png, { transfer: [png.buffer] })
  } catch {
    postMessage(null)
  }
})
