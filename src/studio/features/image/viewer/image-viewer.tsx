import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { capSize, toPixels } from '#base/geometry.ts'
import { canvasWindow } from '#contract/composition.ts'
import { sizePresets } from '#contract/size-presets.ts'
import { type EditChange, sharedEdits } from '#library/history/edit-history.ts'
import { hasWork, type ImageQueue } from '#library/pictures/image-queue.ts'
import { isPicture, type PictureItem } from '#library/pictures/picture-item.ts'
import { sentOf } from '#library/pictures/picture-output.ts'
import { isCroppedResult, isEditable } from '#library/pictures/result-options.ts'
import { HeadGuide } from '#studio/composition/head-guide.tsx'
import { SubjectHandles } from '#studio/composition/subject-handles.tsx'
import { editFilter } from '#studio/edit/edit-filters.tsx'
import { chooseTool } from '#studio/edit/edit-focus.ts'
import { EditToolbar } from '#studio/edit/edit-toolbar.tsx'
import { type EditorStore, isClick } from '#studio/edit/editor-state.ts'
import { pictureScale, pictureSize } from '#studio/edit/picture-point.ts'
import { ProposalStrip } from '#studio/edit/proposal-strip.tsx'
import { Stage, StageLayers } from '#studio/edit/stage.tsx'
import { useEditing } from '#studio/edit/use-editing.ts'
import { BesideButton } from '#studio/features/image/beside/beside-button.tsx'
import { CopyEditsButton } from '#studio/features/image/edit/copy-edits.tsx'
import { useClickOutline } from '#studio/features/image/edit/use-click-outline.ts'
import { useEditAnnouncements } from '#studio/features/image/edit/use-edit-announcements.ts'
import { useLassoOffer } from '#studio/features/image/edit/use-lasso-offer.ts'
import { usePictureProposals } from '#studio/features/image/edit/use-picture-proposals.ts'
import { isMended, lacksSubject } from '#studio/features/image/queue/picture-text.ts'
import { uncertainPlaces } from '#studio/features/image/result-confidence.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { releaseWhenGone } from '#studio/media/decode-picture.ts'
import { useBitmap, useDecoded, useObjectUrl } from '#studio/media/use-object-url.ts'
import { messages } from '#studio/messages/messages.ts'
import { convertedPicture, needsConverting } from '#studio/queries/converted-picture.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { useService, useStudio } from '#studio/state/use-studio.ts'
import { useRestInResult } from '#studio/viewer/compare-slider.tsx'
import { boxWithin, useShownLayout } from '#studio/viewer/viewer-layout.ts'
import { isCloseUp, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import { ComposedPicture, useSubjectPicture } from './composed-picture.tsx'
import { ResultFacts } from './result-facts.tsx'
import { UncertainPlaces } from './uncertain-places.tsx'
import { groundOf, useEditGround } from './use-edit-ground.ts'
import { useShownResult, useShowOfGround } from './use-shown-result.ts'
import { ViewerCards, WrongSubject } from './viewer-cards.tsx'

const { viewer: texts } = messages.image

const imageClass = 'absolute size-full max-w-none'
const sweepClass =
  'absolute inset-y-0 left-0 w-2/5 animate-sweep bg-linear-to-r from-transparent via-white/35 to-transparent'

type Props = {
  readonly item: PictureItem
  readonly queue: ImageQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
}

/** The viewer of the selected picture: source and result, editing tools, cards with its state, and facts. */
export function ImageViewer({ item, queue, store, editor }: Props) {
  const service = useService()
  const { modes } = useStudio()
  const { data: info } = useQuery(pictureInfo(item))
  const state = useStore(store)
  const sent = sentOf(item)
  const canEdit = isEditable(item)
  const change = (next: EditChange) => queue.edit(item.id, next)
  const tools = useEditing({ store, editor, canEdit, onEdit: (edit) => change({ type: 'add', edit }) })
  const { isEditing } = tools
  const isExact = isCloseUp(state, sizePresets.hd.maxPixels, devicePixelRatio)
  const side = pictureScale(state) * devicePixelRatio
  const { width, height } = pictureSize(state)
  const screenPixels = side * side * width * height
  const result = useShownResult({ item, info, queue, isExact, screenPixels, isEditing })
  const { data: converted = null } = useQuery({
    ...convertedPicture(service, item),
    enabled: needsConverting(item, info),
  })
  const shownFile = converted?.file ?? item.file
  const shownUrl = useObjectUrl(shownFile)
  const decoded = useDecoded(result.answer)
  const { view: editView } = useStore(editor)
  const behind = isEditing && editView === 'result' ? groundOf(result) : null
  const subject = useSubjectPicture(item.id, isEditing && !behind ? null : result.subject)
  const ground = useEditGround(behind, subject)
  const { composed, options, answer: shown } = result
  const placement = composed?.composition.placement
  const [, changeRecipe] = useItemRecipe(isPicture)
  // After the subject is placed, its places are elsewhere; after an edit they are obsolete.
  const isRated = !isEditing && !placement && !isMended(item)
  const rated = isRated && shown && uncertainPlaces(shown)[0] ? shown : null
  const original = useBitmap(
    isEditing && info?.size ? shownFile : null,
    info?.size && capSize(info.size, maxEditedPixels),
  )
  const shownEdits = (ground ? ground.subject.answer : decoded?.result)?.edited?.edits.list
  const { list } = item.edits.present
  const pending = useMemo(() => list.slice(sharedEdits(shownEdits ?? [], list)), [shownEdits, list])
  const isAtWork = useStoreSelector(queue, hasWork)
  const lasso = useLassoOffer(item.id)
  useEditAnnouncements(item, decoded?.result ?? null, tools.lastDrawn, lasso.onEdited)
  const { isPrepared, proposals } = usePictureProposals(item, isEditing, !isAtWork)
  // An edit also prepares the next click.
  const isSettled = !result.isEditPending && (isPrepared || list.length > 0)
  const outline = useClickOutline(item, tools, isSettled)
  const source = shown?.placement?.source ?? info?.size ?? null
  const isApart = source !== null && sent !== null && isCroppedResult(sent, source)
  const isDrawn = result.isDrawn || (composed !== null && decoded?.result !== shown)
  const drawn = ground ?? (composed && subject && isDrawn ? { parts: composed, subject } : null)
  const canvas = drawn?.parts.composition.canvas
  // While a slider or brush moves, the canvas is drawn where the result will have it.
  const drawnBox =
    canvas && source && options.fit !== 'cover'
      ? canvasWindow(canvas, source, toPixels(drawn.subject.bounds, source))
      : null
  const madeBox = shown?.placement?.box ?? (isApart && shown ? { x: 0, y: 0, ...shown.facts } : null)
  const box = drawnBox ?? (ground ? null : madeBox)
  const isEmpty = !source && item.phase === 'failed'
  const place = ground?.place ?? null
  const layout = useShownLayout({ store, size: source, box, isApart, isEditing, placed: place, isEmpty })
  useRestInResult(store, item.phase === 'done')
  useShowOfGround(item, store)
  return (
    <Stage
      label={texts.label}
      phase={item.phase}
      data={{
        'data-updating': result.isUpdating || result.isSettling,
        'data-reused': shown?.placement?.reused,
      }}
      more={canEdit && item.phase === 'done' ? <BesideButton className="max-[20rem]:hidden" /> : null}
      areaClass={
        item.phase === 'failed'
          ? 'max-lg:min-h-84'
          : isEditing
            ? 'max-lg:min-h-44'
            : 'max-lg:min-h-44 stacked:min-h-[45dvh]'
      }
      layers={
        layout ? (
          <StageLayers
            key={item.id}
            tools={tools}
            isApart={isApart}
            shown={layout}
            hasSharpPixels
            isBusy={canEdit && result.isEditPending && !result.error && !result.isBehind}
            source={
              shownUrl ? (
                <img
                  ref={releaseWhenGone}
                  src={shownUrl}
                  alt={texts.original(item.name)}
                  decoding="async"
                  draggable={false}
                  className={imageClass}
                />
              ) : null
            }
            result={
              decoded && drawn ? (
                <ComposedPicture
                  {...drawn}
                  options={options}
                  source={shownFile}
                  layout={layout.layout}
                  label={texts.result(item.name)}
                  isEdited={ground !== null}
                />
              ) : decoded ? (
                <img
                  ref={releaseWhenGone}
                  src={decoded.url}
                  alt={texts.result(item.name)}
                  draggable={false}
                  className={imageClass}
                  style={editFilter(isEditing ? editView : 'result')}
                />
              ) : null
            }
            marks={
              rated && !state.hidesPlaces ? <UncertainPlaces answer={rated} layout={layout.layout} /> : null
            }
            overlay={item.phase === 'working' ? <span className={sweepClass} /> : null}
            handles={
              subject && placement ? (
                <>
                  {item.recipe.composition.canvas?.ratio === '35:45' ? <HeadGuide /> : null}
                  <SubjectHandles
                    placement={placement}
                    box={boxWithin(layout.layout.source, subject.bounds)}
                    onChange={(next) =>
                      changeRecipe({ composition: { ...item.recipe.composition, placement: next } })
                    }
                  />
                </>
              ) : null
            }
          />
        ) : null
      }
      edited={{ picture: original, subject: ground?.subject.image ?? null, pending }}
      tools={tools}
      outline={outline}
      cards={
        <>
          <ViewerCards item={item} info={info} queue={queue} result={result} />
          {canEdit && (lasso.isOffered || lacksSubject(item)) && (!isEditing || isClick(tools.tool)) ? (
            <WrongSubject onDraw={() => chooseTool({ editor, modes }, 'lasso')} />
          ) : null}
        </>
      }
      cardsClass={`absolute inset-x-4 ${layout ? 'bottom-4' : 'inset-y-4 justify-center'}`}
    >
      {layout ? (
        <ProposalStrip
          key={item.id}
          proposals={proposals}
          last={list.at(-1)}
          onTake={(edit) => change({ type: 'add', edit })}
        />
      ) : null}
      {layout && canEdit ? (
        <EditToolbar editor={editor} history={item.edits} onChange={change}>
          <CopyEditsButton item={item} queue={queue} />
        </EditToolbar>
      ) : null}
      {layout && item.phase === 'done' && !canEdit ? (
        <p className="shrink-0 border-b border-line bg-panel px-4 py-2 text-xs text-ink-soft">
          {messages.image.edit.notEditable}
        </p>
      ) : null}
      <div
        className={`flex min-h-14 shrink-0 items-center px-4 py-1 max-lg:min-h-10 xl:min-h-10 ${isEditing ? 'max-lg:hidden' : ''}`}
      >
        {shown ? (
          <ResultFacts
            item={item}
            result={result}
            isEditing={isEditing}
            converted={converted}
            answer={shown}
            showsPlaces={rated ? !state.hidesPlaces : null}
          />
        ) : null}
      </div>
    </Stage>
  )
}

/** More pixels than any screen shows of a picture. */
const maxEditedPixels = 4_000_000
