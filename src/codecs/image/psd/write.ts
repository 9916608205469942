import { initializeCanvas, type Layer, type PixelData, type Psd, writePsdUint8Array } from 'ag-psd'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import type { LayeredPicture, PictureLayer } from './layered-picture.ts'

// A worker cannot create a canvas element.
initializeCanvas(
  () => {
    throw new Error('A picture is bytes only.')
  },
  (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4) }) as ImageData,
)

/** Pixels per inch by default, as in Photoshop. */
const usualResolution = { x: 72, y: 72 }

/** Writes an RGB Photoshop file of 8 bits per sample with a colour profile. Sides are at most `maxPsdSide`. */
export const encodePsd = (
  { merged, layers }: LayeredPicture,
  { resolution, colorSpace = 'srgb' }: Pick<EncodeOptions, 'resolution' | 'colorSpace'> = {},
): Blob => {
  const { x, y } = resolution ?? usualResolution
  const picture: Psd = {
    width: merged.width,
    height: merged.height,
    imageData: pixelsOf(merged),
    children: layers.map(toLayer),
    imageResources: {
      resolutionInfo: {
        horizontalResolution: x,
        horizontalResolutionUnit: 'PPI',
        widthUnit: 'Inches',
        verticalResolution: y,
        verticalResolutionUnit: 'PPI',
        heightUnit: 'Inches',
      },
    },
  }
  const bytes = writePsdUint8Array(picture, { trimImageData: true })
  return new Blob(withProfile(bytes as Uint8Array<ArrayBuffer>, colorProfiles[colorSpace]), {
    type: 'image/vnd.adobe.photoshop',
  })
}

/** The position of image resources: after the file header and an empty colour mode section. */
const resourcesAt = 30
const profileResource = 1039

/**
 * The parts of a file with a profile as a further image resource (Adobe Photoshop File Formats), which the encoder does
 * not write.
 */
const withProfile = (psd: Uint8Array<ArrayBuffer>, profile: Uint8Array<ArrayBuffer>): BlobPart[] => {
  // Signature, number and empty name, then the length; contents have an even length.
  const resource = new DataView(new ArrayBuffer(12 + profile.length + (profile.length & 1)))
  resource.setUint32(0, 0x3842494d)
  resource.setUint16(4, profileResource)
  resource.setUint32(8, profile.length)
  new Uint8Array(resource.buffer).set(profile, 12)
  const lengths = new DataView(psd.buffer, psd.byteOffset)
  lengths.setUint32(resourcesAt, lengths.getUint32(resourcesAt) + resource.byteLength)
  return [psd.subarray(0, resourcesAt + 4), resource, psd.subarray(resourcesAt + 4)]
}

const pixelsOf = ({ width, height, data }: Raster): PixelData => ({ width, height, data })

const toLayer = ({ name, raster, mask, blend, opacity = 1, isHidden = false }: PictureLayer): Layer => ({
  name,
  imageData: pixelsOf(raster),
  blendMode: blend ?? 'normal',
  opacity,
  hidden: isHidden,
  ...(mask && { mask: maskOf(mask) }),
})

/** A mask of the whole layer, with its values in every channel; the encoder reads the first. */
const maskOf = ({ width, height, data }: AlphaMask8) => {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < data.length; i++) pixels.fill(data[i], i * 4, i * 4 + 4)
  return {
    top: 0,
    left: 0,
    right: width,
    bottom: height,
    defaultColor: 0,
    imageData: { width, height, data: pixels },
  }
}
