import type { Canvas } from '#contract/composition.ts'
import type { Recipe } from '#library/recipe/recipe.ts'
import type { Ground } from './looks.ts'

/** Canvases by familiar names, with the pixels of a picture. */
export const canvasSizes = {
  square: { ratio: '1:1', width: 2048, height: 2048 },
  portrait: { ratio: '4:5', width: 1080, height: 1350 },
  story: { ratio: '9:16', width: 1080, height: 1920 },
  wide: { ratio: '16:9', width: 1920, height: 1080 },
  /** 35 mm by 45 mm at 300 pixels per inch. */
  id: { ratio: '35:45', width: 413, height: 531 },
  marketplace: { ratio: '1:1', width: 2000, height: 2000 },
} as const satisfies Record<string, Pick<Canvas, 'ratio'> & Record<'width' | 'height', number>>

/** The name of a canvas; `original` for none. */
export type CanvasName = keyof typeof canvasSizes | 'original'
/** In the order of their tiles. */
export const canvasNames = ['original', ...Object.keys(canvasSizes)] as readonly CanvasName[]

/** The settings that a canvas changes: only pictures have an exact size. */
export type Sized = Ground & Partial<Pick<Recipe, 'exactSize' | 'width' | 'height' | 'fit' | 'size'>>

/** Marketplaces require of a product's main picture: white, square, 85 % filled by the product. */
const marketplaceFill = 0.85
const marketplaceColor = '#ffffff'
const firstFill = 0.8

/** The name of a recipe's canvas, whatever its pixels. */
export const canvasName = ({ background, composition }: Ground): CanvasName => {
  const { canvas } = composition
  if (!canvas) return 'original'
  const isMarketplace =
    canvas.ratio === '1:1' &&
    canvas.fill === marketplaceFill &&
    background === marketplaceColor &&
    composition.background === null &&
    composition.placement === null
  if (isMarketplace) return 'marketplace'
  return (
    canvasNames.find((name) => name !== 'original' && canvasSizes[name].ratio === canvas.ratio) ?? 'original'
  )
}

/** The change that gives a recipe this canvas, and a picture also its pixels. */
export const canvasChange = (value: Sized, name: CanvasName): Partial<Sized> => {
  const { composition } = value
  if (name === 'original') {
    const { width, height } = canvasSizes[canvasName(value) as keyof typeof canvasSizes] ?? {}
    const isItsSize = value.exactSize === true && value.width === width && value.height === height
    return {
      composition: { ...composition, canvas: null },
      ...(isItsSize && { exactSize: false, width: null, height: null }),
    }
  }
  const { ratio, width, height } = canvasSizes[name]
  const pixels =
    value.exactSize === undefined
      ? {}
      : { exactSize: true, width, height, fit: 'contain' as const, size: 'full' as const }
  if (name !== 'marketplace')
    return {
      composition: { ...composition, canvas: { ratio, fill: composition.canvas?.fill ?? firstFill } },
      ...pixels,
    }
  return {
    background: marketplaceColor,
    composition: {
      ...composition,
      background: null,
      placement: null,
      canvas: { ratio, fill: marketplaceFill },
    },
    ...pixels,
  }
}
