import type { AnswerFacts, PictureItem } from '#library/pictures/picture-item.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import { isEditable } from '#library/pictures/result-options.ts'
import { SubjectHandles } from '#studio/composition/subject-handles.tsx'
import { editFilter } from '#studio/edit/edit-filters.tsx'
import type { EditingTools } from '#studio/edit/use-editing.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { releaseWhenGone } from '#studio/media/decode-picture.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { StageLayers } from '#studio/viewer/stage.tsx'
import { boxWithin, type ShownLayout } from '#studio/viewer/viewer-layout.ts'
import { ComposedPicture, type SubjectPicture } from './composed-picture.tsx'
import { PlacesInDoubt } from './places-in-doubt.tsx'
import type { ShownResult } from './use-shown-result.ts'

type Props = {
  readonly item: PictureItem
  readonly tools: EditingTools
  readonly shown: ShownLayout
  /** The original, as the browser shows it. */
  readonly source: Blob
  readonly result: ShownResult
  /** The address of the decoded result; null while there is none: then only the source is shown. */
  readonly resultUrl: string | null
  /** Null where nothing stands behind and around the subject, or it is not there yet. */
  readonly subject: SubjectPicture | null
  /** The composition is drawn, because the result does not have it yet. */
  readonly isDrawn: boolean
  readonly isApart: boolean
  /** A result that is in doubt about places that are outlined; null where none are. */
  readonly rated: AnswerFacts | null
}

const { viewer: texts } = messages.image

/** The picture and its result. */
export function ImageLayers({ item, tools, shown, source, result, resultUrl, subject, ...props }: Props) {
  const { layout } = shown
  const { view } = useStore(tools.editor)
  const sourceUrl = useObjectUrl(source)
  const [{ composition }, change] = useItemRecipe(isPicture)
  const parts = subject && result.composed
  const placement = parts?.composition.placement
  const image = 'absolute size-full max-w-none'
  return (
    <StageLayers
      {...{ tools, shown }}
      hasSharpPixels
      isApart={props.isApart}
      isBusy={isEditable(item) && result.isEditPending && !result.error && !result.isBehind}
      source={
        sourceUrl ? (
          <img
            ref={releaseWhenGone}
            src={sourceUrl}
            alt={texts.original(item.name)}
            decoding="async"
            draggable={false}
            className={image}
          />
        ) : null
      }
      result={
        resultUrl && subject && parts && props.isDrawn ? (
          <ComposedPicture
            {...{ source, subject, parts, layout }}
            options={result.options}
            label={texts.result(item.name)}
          />
        ) : resultUrl ? (
          <img
            ref={releaseWhenGone}
            src={resultUrl}
            alt={texts.result(item.name)}
            draggable={false}
            className={image}
            style={editFilter(tools.isEditing ? view : 'result')}
          />
        ) : null
      }
      marks={props.rated ? <PlacesInDoubt answer={props.rated} layout={layout} /> : null}
      overlay={
        item.phase === 'working' ? (
          <span className="absolute inset-y-0 left-0 w-2/5 animate-sweep bg-linear-to-r from-transparent via-white/35 to-transparent" />
        ) : null
      }
      handles={
        subject && placement ? (
          <SubjectHandles
            placement={placement}
            box={boxWithin(layout.source, subject.bounds)}
            onChange={(next) => change({ composition: { ...composition, placement: next } })}
          />
        ) : null
      }
    />
  )
}
