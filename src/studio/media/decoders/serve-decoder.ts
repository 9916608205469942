import type { UnreadColors } from '#contract/reason-messages.ts'
import type { Raster } from '#engine/raster.ts'
import { bitmapOfColors } from './bitmap-of-colors.ts'
import { ColorsNotRead, type Decoded } from './decoded.ts'

/** What the worker of a decoder answers: the picture, why there is none, or that its program did not come. */
export type DecoderAnswer =
  | { readonly bitmap: ImageBitmap; readonly hasAlpha: boolean; readonly isFirstOfMany: boolean }
  | { readonly fault: string }
  | { readonly unread: UnreadColors }
  | { readonly isNotLoaded: true }

/** Thrown by a decoder whose program did not come. */
class ProgramNotLoaded extends Error {
  override readonly name = 'ProgramNotLoaded'
}

/** Compiles the program of a decoder. Throws `ProgramNotLoaded` where it cannot be had, or a host answers with something else. */
export const fetchProgram = async (url: string): Promise<ArrayBuffer> => {
  const bytes = await fetch(url).then(
    (response) => response.arrayBuffer(),
    () => null,
  )
  if (!bytes || !WebAssembly.validate(bytes)) throw new ProgramNotLoaded()
  return bytes
}

/** Makes this worker answer each file that it is sent with what `decode` finds in it. */
export function serveDecoder(decode: (file: Blob) => Promise<Decoded>): void {
  const answer = (answered: DecoderAnswer, transfer: Transferable[] = []) =>
    postMessage(answered, { transfer })
  addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
    try {
      const picture = await decode(data)
      const bitmap = await bitmapOfColors(picture)
      answer({ bitmap, hasAlpha: hasAlpha(picture), isFirstOfMany: picture.isFirstOfMany ?? false }, [bitmap])
    } catch (thrown) {
      if (thrown instanceof ProgramNotLoaded) answer({ isNotLoaded: true })
      else if (thrown instanceof ColorsNotRead) answer({ unread: thrown.colors })
      else answer({ fault: String(thrown) })
    }
  })
  // What fails outside of `decode` would not reach the other side by itself.
  addEventListener('unhandledrejection', ({ reason }) => answer({ fault: String(reason) }))
}

const hasAlpha = ({ data }: Raster): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}
