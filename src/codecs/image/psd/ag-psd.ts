import { initializeCanvas, readPsd, writePsdUint8Array } from 'ag-psd'

// A worker has no canvas of the page.
initializeCanvas(
  () => {
    throw new Error('A picture is bytes only.')
  },
  (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4) }) as ImageData,
)

/** The package, which takes and gives pixels as bytes. */
export const agPsd = { readPsd, writePsdUint8Array }
