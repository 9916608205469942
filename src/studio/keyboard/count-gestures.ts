/** What is changed by several keys in a row: of a subject's handles too, which are an application. */
const fields = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, [role=application]'
/** They are moved by keys that type nothing; those that do are commands of the page. */
const sliders = '[type=range], [role=slider]'

/**
 * Counts what a person begins on the page, before anything there hears of it: a press of the pointer, of a key, another
 * control, a file that is dropped. The keys of one field or slider are one gesture.
 */
export const countGestures = (): (() => number) => {
  let count = 0
  const begin = () => {
    count += 1
  }
  const onKey = (event: KeyboardEvent) => {
    // Shift and the like change what is dragged, or what the next key does.
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
