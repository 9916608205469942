import type { UncertainPlace } from '#contract/image-answer.ts'
import type { AnswerFacts } from '#library/pictures/picture-item.ts'
import { placesText, uncertainPlaces } from '#studio/features/image/result-confidence.ts'
import { messages } from '#studio/messages/messages.ts'
import { boxStyle, type ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'

const texts = messages.image.facts.places

type Props = { readonly answer: AnswerFacts; readonly layout: ViewerLayout }

/**
 * The uncertain places of a result, outlined in two colours, visible on any picture. Only the largest has a text; all
 * texts would cover the picture.
 */
export function UncertainPlaces({ answer, layout }: Props) {
  const places = uncertainPlaces(answer)
  const [largest] = places
  return (
    <div
      role="img"
      aria-label={placesText(answer)}
      data-testid="uncertain-places"
      className="pointer-events-none absolute"
      style={boxStyle(layout.source)}
    >
      <svg aria-hidden className="absolute size-full" viewBox="0 0 1 1" preserveAspectRatio="none">
        {places.map(({ box }) =>
          lines.map(({ color, width, dashes }) => (
            <rect
              key={`${box.x} ${box.y} ${color}`}
              {...box}
              fill="none"
              stroke={color}
              strokeWidth={width}
              strokeDasharray={dashes}
              vectorEffect="non-scaling-stroke"
            />
          )),
        )}
      </svg>
      {largest ? (
        <span
          aria-hidden
          className="absolute rounded-xs whitespace-nowrap bg-uncertain-ground px-1.5 py-0.5 text-xs font-medium text-uncertain inset-ring inset-ring-line-strong"
          style={besides(largest.box)}
        >
          {texts.here[largest.kind]}
        </span>
      ) : null}
    </div>
  )
}

/** Above the box, from its side that is farther from the picture's middle; inside if there is no space above. */
const besides = ({ x, y, width }: UncertainPlace['box']) => ({
  ...(x + width / 2 < 0.5 ? { left: percent(x) } : { right: percent(1 - x - width) }),
  ...(y < roomAbove ? { top: percent(y) } : { bottom: percent(1 - y) }),
})

const lines = [
  { color: '#1b1c20', width: 4, dashes: undefined },
  { color: '#ffd166', width: 2, dashes: '6 4' },
] as const

/** Nearer to the top of the picture the text is inside the box. */
const roomAbove = 0.1

const percent = (share: number): string => `${share * 100}%`

/** Shows or hides the outlines of uncertain places. */
export const togglePlaces = (
  store: ViewerStore,
  answer: AnswerFacts,
  announce: (text: string) => void,
): void => {
  const hidesPlaces = !store.get().hidesPlaces
  store.set((state) => ({ ...state, hidesPlaces }))
  announce(hidesPlaces ? texts.hidden : texts.outlined(placesText(answer)))
}
