import type { CSSProperties } from 'react'
import type { EditView } from './editor-state.ts'
import { overlayAlpha, overlayTint } from './preview-paints.ts'

/** The style of a result in a view of the editor; needs `EditFilters` on the page. */
export const editFilter = (view: EditView): CSSProperties =>
  view === 'result' ? {} : { filter: `url(#edit-${view})` }

/** Rows of a colour matrix that sets every pixel to one colour, with channels from 0 to 1. */
const flat = (rgb: readonly number[]) => rgb.map((value) => `0 0 0 0 ${value}`).join(' ')

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

/** The result's box: outside it, a filter of alpha would tint the surroundings. */
const region = { x: '0', y: '0', width: '1', height: '1', colorInterpolationFilters: 'sRGB' } as const

/**
 * SVG filters (W3C, Filter Effects) that show the alpha of a result: a tint outside the subject, alpha as grey, or
 * white where alpha is neither 0 nor 1.
 */
export const EditFilters = () => (
  <svg aria-hidden width="0" height="0" className="absolute">
    <filter id="edit-overlay" {...region}>
      <feColorMatrix values={`${flat(channelsOf(overlayTint))} 0 0 0 ${-overlayAlpha} ${overlayAlpha}`} />
    </filter>
    <filter id="edit-matte" {...region}>
      <feColorMatrix values="0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 0 1" />
    </filter>
    <filter id="edit-edges" {...region}>
      <feColorMatrix values={`${flat([1, 1, 1])} 0 0 0 1 0`} />
      <feComponentTransfer>
        <feFuncA type="table" tableValues="0 1 0" />
      </feComponentTransfer>
    </filter>
  </svg>
)
