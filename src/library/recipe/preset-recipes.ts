import { type Canvas, type Composition, noComposition } from '#contract/composition.ts'
import { type StickerName, stickers } from '#contract/stickers.ts'
import { clipRecipeOf } from './convert-recipe.ts'
import { defaultRecipe, type Recipe } from './recipe.ts'
import type { SavedRecipe } from './saved-recipe.ts'
import type { VideoRecipe } from './video-recipe.ts'

const sized = (width: number, height: number): Partial<Recipe> => ({ exactSize: true, width, height })

const composed = (parts: Partial<Composition>): Partial<Recipe> => ({
  composition: { ...noComposition, ...parts },
})

/** A product on pure white, as a JPEG in sRGB, since shops ignore profiles. */
const product = (sidePx: number, fill: number): Partial<Recipe> => ({
  ...sized(sidePx, sidePx),
  ...composed({ canvas: { ratio: '1:1', fill } }),
  background: '#ffffff',
  format: 'jpg',
  inSrgb: true,
})

const canvas = (ratio: Canvas['ratio'], fill: number): Partial<Composition> => ({ canvas: { ratio, fill } })

/**
 * Requirements of shops and messengers, as differences from the first visit's settings. `Read`: the rule was read at
 * its publisher in November 2026. `Reported`: several guides agree, but the publisher's page was not read. `Unread`: no
 * source.
 */
const presets = {
  /**
   * Reported: pure white (255, 255, 255), 85 % of the frame or more, at most 10,000 px, 1600 px or more for zoom, JPEG
   * preferred, sRGB. Publisher: Seller Central, product image guide.
   */
  amazon: product(2000, 0.86),
  /**
   * Read: at least 500 px on the longest side, no borders, no text:
   * https://www.ebay.com/help/policies/listing-policies/picture-policy?id=4370. Unread: 1600 px.
   */
  ebay: product(1600, 0.85),
  /**
   * Reported: 2000 px on the shorter side. Room around the product: thumbnails are cropped to a square, 5:4 or 4:3.
   * Publisher: Etsy Help.
   */
  etsy: product(2000, 0.7),
  /**
   * Read: at least 500 x 500 px, ideally 1500, at most 64 megapixels and 16 MB, JPEG or WebP recommended:
   * https://support.google.com/merchants/answer/6324350. Reported: no borders, the product 75 to 90 % of the picture.
   */
  googleMerchant: product(1500, 0.85),
  /** Reported: square, 2048 x 2048 px. Publisher: Shopify Help Center. */
  shopify: product(2048, 0.8),
  /**
   * Reported: 35 mm by 45 mm, plain light background, head 32 to 36 mm high. Publishers: ICAO Doc 9303, and each
   * country. The height of the head depends on how much of the body is visible.
   */
  idPhoto: {
    ...sized(413, 531),
    ...composed(canvas('35:45', 0.92)),
    background: '#f0f0f0',
    format: 'jpg',
    inSrgb: true,
    dpi: 300,
  },
  /**
   * Read: 512 x 512 px, WebP, less than 100 KB, a white line of 8 px:
   * https://github.com/WhatsApp/stickers/tree/main/Android. Unread: a margin of 16 px.
   */
  sticker: {
    ...sized(512, 512),
    ...composed({ ...canvas('1:1', 0.9), outline: { width: 8 / 512, color: '#ffffff' } }),
    format: 'webp',
    inSrgb: true,
    maxBytes: 99_000,
  },
  /**
   * Read: 512 px on one side, at most 512 on the other, PNG or WebP, at most 512 KB:
   * https://core.telegram.org/stickers.
   */
  telegram: {
    ...sized(512, 512),
    ...composed({ ...canvas('1:1', 0.95) }),
    format: 'webp',
    inSrgb: true,
    maxBytes: 510_000,
  },
  /**
   * Read: 320 x 320 px, PNG, at most 512 KB:
   * https://discord.com/developers/docs/resources/sticker#create-guild-sticker.
   */
  discord: { ...sized(320, 320), ...composed(canvas('1:1', 0.95)), inSrgb: true },
  /** A usual chroma key green; from no published rule. */
  greenScreen: { background: '#00b140' },
  /** A web page's first picture: full HD and small; from no published rule. */
  webHero: {
    ...sized(1920, 1080),
    ...composed({
      ...canvas('16:9', 0.8),
      background: {
        kind: 'gradient',
        shape: 'linear',
        angle: 180,
        stops: [
          { color: '#ffffff', at: 0 },
          { color: '#d9dfe8', at: 1 },
        ],
      },
    }),
    format: 'webp',
    quality: { ...defaultRecipe.quality, webp: 82 },
  },
  transparent: {},
} as const satisfies Record<string, Partial<Recipe>>

/** The name of a preset. */
export type PresetName = keyof typeof presets

/** Messengers whose limits a preset's clips obey. */
const clipStickers: Partial<Record<PresetName, StickerName>> = {
  sticker: 'whatsapp',
  telegram: 'telegram',
  discord: 'discord',
}

/** A preset's settings for clips. */
const clipOf = (preset: PresetName, settings: Recipe): VideoRecipe => {
  const clip = clipRecipeOf(settings)
  const { composition } = clip
  const sticker = clipStickers[preset]
  if (!sticker || !composition.canvas) return clip
  const limited = { ...composition, canvas: { ...composition.canvas, sticker } }
  return { ...clip, format: stickers[sticker].format, composition: limited }
}

/** The studio's recipes with translated names. They do not change the level. */
export const presetRecipes = (names: Readonly<Record<PresetName, string>>): readonly SavedRecipe[] =>
  (Object.keys(presets) as PresetName[]).map((preset) => {
    const settings: Recipe = { ...defaultRecipe, ...presets[preset] }
    return {
      id: `preset-${preset}`,
      name: names[preset],
      names: '{name}-{recipe}',
      picture: null,
      settings,
      clip: clipOf(preset, settings),
    }
  })
