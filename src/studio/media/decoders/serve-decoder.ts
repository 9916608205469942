import type { Size } from '#base/geometry.ts'
import { ColorsNotRead, type Decoded, TooManyPixels } from '#codecs/image/decoded.ts'
import type { UnreadColors } from '#contract/reason-messages.ts'
import { isOfRgb } from '#engine/color/color-profile.ts'
import type { Raster } from '#engine/raster.ts'

/** What the worker of a decoder answers: the picture, why there is none, or that its program did not come. */
export type DecoderAnswer =
  | {
      /** Its values are those of `profile`, where there is one, and else of sRGB. */
      readonly bitmap: ImageBitmap
      readonly profile: Uint8Array | null
      readonly hasAlpha: boolean
      readonly isFirstOfMany: boolean
    }
  | { readonly fault: string }
  | { readonly unread: UnreadColors }
  | { readonly tooLarge: Size }
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
      const { width, height, isFirstOfMany = false } = picture
      const image = new ImageData(width, height)
      image.data.set(picture.data)
      const bitmap = await createImageBitmap(image)
      answer({ bitmap, profile: profileOf(picture), hasAlpha: hasAlpha(picture), isFirstOfMany }, [bitmap])
    } catch (thrown) {
      if (thrown instanceof ProgramNotLoaded) answer({ isNotLoaded: true })
      else if (thrown instanceof ColorsNotRead) answer({ unread: thrown.colors })
      else if (thrown instanceof TooManyPixels) answer({ tooLarge: thrown.size })
      else answer({ fault: String(thrown) })
    }
  })
  // What fails outside of `decode` would not reach the other side by itself.
  addEventListener('unhandledrejection', ({ reason }) => answer({ fault: String(reason) }))
}

/** More than any profile has; a file may say anything. */
const maxProfileBytes = 1 << 23

const profileOf = ({ profile }: Decoded): Uint8Array | null =>
  profile && profile.length <= maxProfileBytes && isOfRgb(profile) ? profile.slice() : null

const hasAlpha = ({ data }: Raster): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}
