/** Elements in which several keys in a row are one gesture; a subject's handles have the role `application`. */
const fields = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, [role=application]'
/** Sliders are moved by keys that type nothing; typing keys are commands of the page. */
const sliders = '[type=range], [role=slider]'

/**
 * Counts the user's gestures before the page handles them: a press of the pointer or a key, a focus on another control,
 * a drop of files. The keys in one field or slider are one gesture.
 */
export const countGestures = (): (() => number) => {
  let count = 0
  const begin = () => {
    count += 1
  }
  const onKey = (event: KeyboardEvent) => {
    // Modifiers only change a drag, or the next key.
    if (!event.repeat && !event.getModifierState(event.key) && !goesOn(event)) begin()
  }
  // Screen readers click without a pointer.
  for (const type of ['pointerdown', 'click', 'focusin', 'drop'] as const)
    addEventListener(type, begin, { capture: true })
  addEventListener('keydown', onKey, { capture: true })
  return () => count
}

const goesOn = ({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey) &&
  target instanceof Element &&
  (target.matches(fields) || (key.length > 1 && target.matches(sliders)))
