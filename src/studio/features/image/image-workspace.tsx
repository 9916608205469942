import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import type { EditorStore } from '#studio/edit/editor-state.ts'
import { SettingsPanel } from '#studio/items/settings-panel.tsx'
import { SettingsScope } from '#studio/items/settings-scope.tsx'
import type { Command } from '#studio/keyboard/command.ts'
import { messages } from '#studio/messages/messages.ts'
import { usePlace } from '#studio/state/use-studio.ts'
import { ErrorBoundary } from '#studio/ui/error-boundary.tsx'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import { SideBySide } from './beside/side-by-side.tsx'
import { EditedItemContext } from './edit/edited-item.ts'
import type { ExportWork } from './export/export-work.ts'
import { ImageActions } from './export/image-actions.tsx'
import { imageSettingsGroups } from './recipe/image-settings.tsx'
import { ImageViewer } from './viewer/image-viewer.tsx'

const { parts } = messages.app

type Props = {
  readonly item: PictureItem
  readonly queue: ImageQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly work: ExportWork
  readonly commands: readonly Command<[PictureItem]>[]
  readonly isEditing: boolean
}

/** A result alone with its editing tools, or beside another one. */
function ViewerOf({ editor, ...props }: Pick<Props, 'item' | 'queue' | 'store' | 'editor'>) {
  return usePlace() === 'beside' ? <SideBySide {...props} /> : <ImageViewer {...props} editor={editor} />
}

/** The selected picture: its viewer, its settings and the main buttons. */
export const ImageWorkspace = ({ item, queue, store, editor, work, commands, isEditing }: Props) => (
  <>
    <ErrorBoundary name={parts.viewer} resetKey={item.id} className="flex-1">
      <ViewerOf item={item} queue={queue} store={store} editor={editor} />
    </ErrorBoundary>
    <ErrorBoundary
      name={parts.settings}
      resetKey={item.id}
      className="border-line bg-panel lg:w-84 lg:border-l"
    >
      <EditedItemContext value={{ queue, id: item.id }}>
        <SettingsPanel head={<SettingsScope />} groups={imageSettingsGroups} isHidden={isEditing}>
          <ImageActions item={item} queue={queue} work={work} commands={commands} />
        </SettingsPanel>
      </EditedItemContext>
    </ErrorBoundary>
  </>
)
