import { ArrowLeft, Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { unionBox, wholeBox } from '#base/geometry.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { useShownItem } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useSettled } from '#studio/state/use-browser-state.ts'
import { useAnnounce, useStudio } from '#studio/state/use-studio.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { type ViewerStore, withSizes } from '#studio/viewer/viewer-state.ts'
import { ViewerToolbar } from '#studio/viewer/viewer-toolbar.tsx'
import { fitScale } from '#studio/viewer/zoom-math.ts'
import { ResultPane, useResultOf } from './result-pane.tsx'
import { useVariants, type Variant, withVariant } from './use-variants.ts'

const texts = messages.image.beside

/** How long a variant must stay selected before its result is made, in milliseconds: arrow keys pass through many. */
const settleMs = 300

type Props = { readonly item: PictureItem; readonly queue: ImageQueue; readonly store: ViewerStore }

/** The result of a picture beside another one, of which the user picks one. */
export function SideBySide({ item, queue, store }: Props) {
  const variants = useVariants(item, queue)
  const [value, setValue] = useState<string | null>(null)
  const chosen = variants.find((each) => each.value === value) ?? usual(variants)
  const settled = useSettled(chosen, settleMs)
  const other = useMemo(() => (settled ? withVariant(item, settled) : item), [item, settled])
  const [now, beside] = [useResultOf(item, store), useResultOf(other, store)]
  const { list } = useShownItem()
  const announce = useAnnounce()
  const choice = useRef<HTMLDivElement>(null)

  const [a, b] = [now.box, beside.box]
  const content = a && b ? unionBox(a, b) : (a ?? b ?? wholeBox({ width: 1, height: 1 }))
  const { width, height } = content
  useEffect(
    () =>
      store.set((state) => ({
        ...withSizes(state, { content: { width, height } }),
        placed: null,
        isEmpty: false,
      })),
    [store, width, height],
  )
  useEffect(() => choice.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])

  const { modes } = useStudio()
  const close = () => modes.leave('beside')
  /** A picked result counts as checked. */
  const pick = (variant: Variant | null) => {
    if (list.kindOf(item).isUncertain(item)) list.update(item.id, (each) => ({ ...each, isLookedAt: true }))
    if (variant) {
      if (variant.edit) queue.edit(item.id, { type: 'add', edit: variant.edit })
      else list.setRecipes(new Map([[item.id, { ...item.recipe, ...variant.change }]]))
      announce(texts.taken(variant.label))
    }
    close()
  }
  const isReady = settled === chosen && beside.answer !== null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (isReady && chosen) pick(chosen)
  }
  const isStacked = useIsStacked(store)
  return (
    <section
      aria-label={texts.title}
      onKeyDown={onKeyDown}
      className="sideways-viewer flex min-w-0 flex-1 flex-col max-lg:overflow-x-clip lg:min-h-0"
    >
      <ViewerToolbar store={store}>
        <div className="flex items-center gap-1.5">
          <IconButton icon={ArrowLeft} label={texts.close} command="sideBySide" onClick={close} />
          <h1 className="text-sm font-semibold">{texts.title}</h1>
        </div>
      </ViewerToolbar>
      <div
        data-testid="side-by-side"
        className={`grid flex-1 gap-px border-y border-line bg-line *:bg-sunken max-lg:min-h-44 stacked:min-h-[60dvh] lg:min-h-0 ${isStacked ? 'grid-rows-2' : 'grid-cols-2'}`}
      >
        <ResultPane item={item} store={store} content={content} result={now} name={texts.now}>
          <Button className="h-8" onClick={() => pick(null)}>
            <Check size={15} aria-hidden /> {texts.keep}
          </Button>
        </ResultPane>
        <ResultPane item={item} store={store} content={content} result={beside} name={chosen?.label ?? ''}>
          <Button className="h-8" disabled={!isReady} onClick={() => chosen && pick(chosen)}>
            <Check size={15} aria-hidden /> {texts.take}
          </Button>
        </ResultPane>
      </div>
      <div ref={choice} className="shrink-0 border-b border-line bg-panel px-3 py-2 max-lg:px-2 max-lg:py-1">
        <Segmented
          wrap
          legend={texts.legend}
          choices={variants}
          value={chosen?.value ?? null}
          onChange={setValue}
        />
      </div>
    </section>
  )
}

/** The initial variant: the nearest other level that needs no download. */
const usual = (variants: readonly Variant[]): Variant | null =>
  variants.findLast(({ change, missingBytes }) => change.level !== undefined && missingBytes === 0) ??
  variants.find(({ missingBytes }) => missingBytes === 0) ??
  null

/** Whether both results are larger one above the other. */
function useIsStacked(store: ViewerStore): boolean {
  const [isStacked, setStacked] = useState(false)
  const { viewport, content } = useStore(store)
  const { width, height } = viewport
  const all = isStacked ? { width, height: 2 * height } : { width: 2 * width, height }
  const scales = [
    fitScale({ width: all.width / 2, height: all.height }, content, 0),
    fitScale({ width: all.width, height: all.height / 2 }, content, 0),
  ] as const
  const isBetter = width > 0 && scales[1] > scales[0]
  useEffect(() => setStacked(isBetter), [isBetter])
  return isStacked
}
