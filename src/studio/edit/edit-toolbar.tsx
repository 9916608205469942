import {
  Brush,
  CircleMinus,
  CirclePlus,
  Eraser,
  Lasso,
  type LucideIcon,
  Redo2,
  RotateCcw,
  SlidersHorizontal,
  Undo2,
  Wind,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { noEdits } from '#contract/image-edits.ts'
import {
  canRedo,
  canUndo,
  type EditChange,
  type EditHistory,
  editsKey,
} from '#library/history/edit-history.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useAnnounce, usePlace, useStudio } from '#studio/state/use-studio.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { Switch } from '#studio/ui/form-fields.tsx'
import { Popover } from '#studio/ui/popover.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { chooseTool, toolChoiceName } from './edit-focus.ts'
import { BrushSliders, EdgeSliders } from './edit-sliders.tsx'
import { type EditorStore, type EditTool, editTools, isBrush, type KeepOrRemove } from './editor-state.ts'

const texts = messages.image.edit

const icons: Readonly<Record<EditTool, LucideIcon>> = {
  clickKeep: CirclePlus,
  clickRemove: CircleMinus,
  brushKeep: Brush,
  brushRemove: Eraser,
  refineHair: Wind,
  lasso: Lasso,
}

const lassoModes = (['keep', 'remove'] as const).map((value: KeepOrRemove) => ({
  value,
  label: texts.lassoModes[value],
}))

const steps = [
  { type: 'undo', icon: Undo2, said: texts.undone, applies: canUndo },
  { type: 'redo', icon: Redo2, said: texts.redone, applies: canRedo },
] as const

/** The classes of the buttons beside the tools, which are smaller than others. */
export const editButtonSize = 'size-8!'

type Props = {
  readonly editor: EditorStore
  readonly history: EditHistory<unknown>
  readonly onChange: (change: EditChange<never>) => void
  /** More buttons, for all edits at once. */
  readonly children?: ReactNode
}

/**
 * The editing tools. Choosing one begins the editing. On phones the settings appear with the tools at the bottom, near
 * the thumb.
 */
export function EditToolbar({ editor, history, onChange, children }: Props) {
  const { tool, mode, isSnapping } = useStore(editor)
  const { modes } = useStudio()
  const announce = useAnnounce()
  const isIdle = usePlace() !== 'edit'
  const isUnused = isIdle && history.steps.length === 0
  const act = (change: EditChange<never>, said: string) => () => {
    onChange(change)
    announce(said)
  }
  return (
    <div
      role="toolbar"
      aria-label={texts.toolbar}
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-panel px-2.5 py-1.5 max-lg:flex-nowrap max-lg:flex-col-reverse max-lg:items-stretch max-lg:px-1.5 max-lg:py-0.5 max-lg:pb-[max(0.125rem,env(safe-area-inset-bottom))]"
    >
      <div className="flex items-center gap-2 max-lg:justify-between max-lg:gap-0">
        <fieldset className="flex items-center gap-0.5 max-[20rem]:flex-wrap">
          <legend className="sr-only">{texts.tool}</legend>
          {editTools.map((each) => (
            <ToolChoice
              key={each}
              tool={each}
              isChosen={!isIdle && each === tool}
              onChoose={() => chooseTool({ editor, modes }, each)}
            />
          ))}
        </fieldset>
        {isUnused ? null : (
          <div className="flex items-center gap-0.5">
            {steps.map(({ type, icon, said, applies }) => (
              <IconButton
                key={type}
                icon={icon}
                label={texts[type]}
                command={type}
                className={editButtonSize}
                disabled={!applies(history)}
                onClick={act({ type }, said)}
              />
            ))}
          </div>
        )}
      </div>
      <div
        className={`slim-scroll flex min-w-0 items-center gap-4 overflow-x-auto px-2 [scrollbar-width:none] lg:contents ${isIdle ? 'max-lg:hidden' : ''}`}
      >
        {/* Between the two panels of a narrow window the sliders get their own row. */}
        <div className="flex items-center gap-4 empty:hidden lg:order-last lg:basis-full lg:gap-2 min-[87.5rem]:order-none min-[87.5rem]:min-w-0 min-[87.5rem]:grow min-[87.5rem]:basis-0 min-[87.5rem]:justify-end">
          {!isIdle && tool === 'lasso' ? (
            <Segmented
              legend={texts.lassoMode}
              choices={lassoModes}
              value={mode}
              onChange={(next) => editor.set((state) => ({ ...state, mode: next }))}
            />
          ) : null}
          {!isIdle && isBrush(tool) ? <BrushSliders editor={editor} /> : null}
        </div>
        <div className="flex items-center gap-2 lg:ml-auto">
          <Popover
            name={texts.edges}
            label={
              <>
                <SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden /> {texts.edges}
              </>
            }
            buttonClass="touchable flex h-8 shrink-0 items-center gap-1.5 rounded-sm px-2 text-xs font-medium text-ink-soft hover:bg-ink/7 hover:text-ink"
          >
            <div className="flex w-56 flex-col gap-3 *:w-full! *:max-w-none!">
              <EdgeSliders history={history} onChange={onChange} />
              <Switch
                label={texts.snap}
                checked={isSnapping}
                onChange={(next) => editor.set((state) => ({ ...state, isSnapping: next }))}
              />
            </div>
          </Popover>
          {isUnused ? null : (
            <div className="flex items-center gap-0.5">
              <IconButton
                icon={RotateCcw}
                label={texts.reset}
                className={editButtonSize}
                disabled={editsKey(history) === null}
                onClick={act({ type: 'replace', edits: noEdits }, texts.wasReset)}
              />
              {children}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

type ToolChoiceProps = {
  readonly tool: EditTool
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** The radio button covers its whole picture, so that a press anywhere chooses it. */
const ToolChoice = ({ tool, isChosen, onChoose }: ToolChoiceProps) => {
  const Icon = icons[tool]
  return (
    <span className="touchable relative flex h-8 w-8 items-center justify-center gap-1.5 min-[87.5rem]:w-auto rounded-sm text-xs font-medium text-ink-soft min-[87.5rem]:px-2 hover:bg-ink/7 hover:text-ink has-checked:bg-ink has-checked:text-on-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink">
      <input
        type="radio"
        name={toolChoiceName}
        aria-label={texts.tools[tool]}
        title={texts.hints[tool]}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-sm outline-none"
      />
      <Icon size={17} strokeWidth={1.75} aria-hidden className="pointer-events-none" />
      <span aria-hidden className="pointer-events-none hidden min-[87.5rem]:inline">
        {texts.names[tool]}
      </span>
    </span>
  )
}
