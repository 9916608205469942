import { type Canvas, type Composition, noComposition } from '#contract/composition.ts'
import { clipRecipeOf } from './convert-recipe.ts'
import { defaultRecipe, type Recipe } from './recipe.ts'
import type { SavedRecipe } from './saved-recipe.ts'

const sized = (width: number, height: number): Partial<Recipe> => ({ exactSize: true, width, height })

const composed = (parts: Partial<Composition>): Partial<Recipe> => ({
  composition: { ...noComposition, ...parts },
})

/** A product on pure white, as a JPEG in sRGB: shops drop profiles. */
const product = (sidePx: number, fill: number): Partial<Recipe> => ({
  ...sized(sidePx, sidePx),
  ...composed({ canvas: { ratio: '1:1', fill } }),
  background: '#ffffff',
  format: 'jpg',
  inSrgb: true,
})

const canvas = (ratio: Canvas['ratio'], fill: number): Partial<Composition> => ({ canvas: { ratio, fill } })

/** What others ask of pictures, as differences from the settings of a first visit. */
const presets = {
  /**
   * Pure white (255, 255, 255), no shadow, 85 % of the frame or more, the longest side 1600 to 10,000 px, JPEG preferred:
   * https://sellercentral.amazon.com/help/hub/reference/external/G1881
   */
  amazon: product(2000, 0.86),
  /**
   * At least 500 px on the longest side, no borders, no text: https://www.ebay.com/help/policies/listing-policies/picture-policy?id=4370
   * 1600 px let people zoom: https://www.ebay.com/help/selling/listings/adding-pictures-listings?id=4148
   */
  ebay: product(1600, 0.85),
  /**
   * 2000 px or more on the shorter side; thumbnails are cut to a square or 4:3, so there is room around it:
   * https://help.etsy.com/hc/en-us/articles/115015663347
   */
  etsy: product(2000, 0.7),
  /**
   * At least 500 x 500 px, at best 1500 or more, no borders, the product 75 to 90 % of the picture, at most 64 megapixels and
   * 16 MB: https://support.google.com/merchants/answer/6324350
   */
  googleMerchant: product(1500, 0.85),
  /** Square, 2048 x 2048 px: https://help.shopify.com/en/manual/products/product-media/product-media-types */
  shopify: product(2048, 0.8),
  /**
   * 35 mm by 45 mm, plain light ground (ICAO Doc 9303-3, 3.9): https://www.icao.int/publications/doc-series/doc-9303. The head
   * shall fill 70 to 80 % of the height; what it fills depends on how much of the body the photo shows.
   */
  idPhoto: {
    ...sized(413, 531),
    ...composed(canvas('35:45', 0.92)),
    ...{ background: '#f0f0f0', format: 'jpg', inSrgb: true, dpi: 300 },
  },
  /**
   * 512 x 512 px, WebP, less than 100 KB, a white line of 8 px, a margin of 16 px:
   * https://github.com/WhatsApp/stickers/tree/main/Android
   */
  sticker: {
    ...sized(512, 512),
    ...composed({ ...canvas('1:1', 0.9), outline: { width: 8 / 512, color: '#ffffff' } }),
    ...{ format: 'webp', inSrgb: true, maxBytes: 99_000 },
  },
  /** Chroma key green as studios paint it. */
  greenScreen: { background: '#00b140' },
  /** The first picture of a page: full HD and small. */
  webHero: {
    ...sized(1920, 1080),
    ...composed({
      ...canvas('16:9', 0.8),
      background: {
        ...{ kind: 'gradient', shape: 'linear', angle: 180 },
        stops: [
          { color: '#ffffff', at: 0 },
          { color: '#d9dfe8', at: 1 },
        ],
      },
    }),
    ...{ format: 'webp', quality: { ...defaultRecipe.quality, webp: 82 } },
  },
  transparent: {},
} as const satisfies Record<string, Partial<Recipe>>

/** The name of a preset. */
export type PresetName = keyof typeof presets

/** The recipes of the studio, under the names of a language. They leave the level as it is. */
export const presetRecipes = (names: Readonly<Record<PresetName, string>>): readonly SavedRecipe[] =>
  (Object.keys(presets) as PresetName[]).map((preset) => {
    const settings: Recipe = { ...defaultRecipe, ...presets[preset] }
    return {
      ...{ id: `preset-${preset}`, name: names[preset], names: '{name}-{recipe}', picture: null },
      ...{ settings, clip: clipRecipeOf(settings) },
    }
  })
