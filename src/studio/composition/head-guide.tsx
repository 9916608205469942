import { messages } from '#studio/messages/messages.ts'

/**
 * The place of the head on an ID photo of 35 x 45 mm, over the canvas: 34 mm from crown to chin, within the 70 to 80 %
 * of the height that ICAO Doc 9303-3, 3.9, requires, with 4 mm above it.
 */
export const HeadGuide = () => (
  <svg
    viewBox="0 0 35 45"
    role="img"
    aria-label={messages.composition.placement.headGuide}
    className="pointer-events-none absolute inset-0 z-10 size-full forced-color-adjust-none"
  >
    {['stroke-black/50 [stroke-width:0.5]', 'stroke-white [stroke-width:0.2]'].map((line) => (
      <g key={line} className={`fill-none ${line}`}>
        <ellipse cx="17.5" cy="21" rx="12" ry="17" strokeDasharray="1 0.7" />
        <path d="M12 4h11M12 38h11M17.5 2.5v3M17.5 36.5v3" />
      </g>
    ))}
  </svg>
)
