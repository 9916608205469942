/** Parts of the page that keep the focus when its control is removed, smallest first. */
const parts = 'li, form, fieldset, [role=toolbar], footer, section, aside, dialog, main'

/** Of radio buttons, Tab reaches only the chosen one. */
const controls =
  'a[href], button, input:not([type=radio]:not(:checked)), select, textarea, summary, [tabindex]:not([tabindex="-1"])'

/**
 * Keeps the focus on the page: browsers move it to the body when the focused control is removed, hidden or disabled,
 * and keyboard users would start again at the top. As the ARIA Authoring Practices advise, the focus moves to the
 * control's replacement, to the same control of the next list entry, or into the surrounding part of the page. Returns
 * a function that ends this.
 */
export function keepFocus(): () => void {
  const ending = new AbortController()
  const options = { capture: true, signal: ending.signal }
  /** The control that has the focus, or had it when removed; null after the user has left it for none. */
  let held: HTMLElement | null = null
  let isPointed = false
  const observer = new MutationObserver((records) => {
    if (!held || held.isConnected || !isFocusLost()) return
    successorOfRemoved(held, records, isPointed)?.focus()
  })
  observer.observe(document, { childList: true, subtree: true })
  addEventListener('pointerdown', () => (isPointed = true), options)
  addEventListener('keydown', () => (isPointed = false), options)
  addEventListener('focusin', ({ target }) => (held = target instanceof HTMLElement ? target : null), options)
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) return
    // At this moment the browser still reports the control as focused.
    queueMicrotask(() => {
      if (!held?.isConnected || !isFocusLost()) return
      if (isUsable(held)) held = null
      else firstAround(held)?.focus()
    })
  }
  addEventListener('focusout', onFocusOut, options)
  return () => {
    ending.abort()
    observer.disconnect()
  }
}

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

const isUsable = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled')

const controlsIn = (box: Element): readonly HTMLElement[] => [...box.querySelectorAll<HTMLElement>(controls)]

/** The shown entry of a list, or else the first usable control. */
const firstOf = (all: readonly HTMLElement[]): HTMLElement | null => {
  const usable = all.filter(isUsable)
  return usable.find((control) => control.ariaCurrent === 'true') ?? usable[0] ?? null
}

const firstAround = (place: Element): HTMLElement | null => {
  for (let part = place.closest(parts); part; part = part.parentElement?.closest(parts) ?? null) {
    const first = firstOf(controlsIn(part))
    if (first) return first
  }
  return firstOf(controlsIn(document.body))
}

/**
 * The element that gets the focus of a control that `records` removed. After a press of the pointer it is no control
 * that would remove another entry.
 */
function successorOfRemoved(
  lost: HTMLElement,
  records: readonly MutationRecord[],
  isPointed: boolean,
): HTMLElement | null {
  const removal = removalOf(lost, records)
  if (!(removal?.target instanceof Element)) return firstAround(document.body)
  const { target, nextSibling, previousSibling } = removal
  const entry = lost.closest('li')
  const neighbour = [nextSibling, previousSibling].find((each) => each instanceof Element && each.isConnected)
  if (entry && !entry.isConnected && neighbour instanceof HTMLLIElement)
    return (isPointed ? null : sameControl(lost, entry, neighbour)) ?? firstOf(controlsIn(neighbour))
  const added = records.flatMap(({ addedNodes }) => [...addedNodes])
  const inPlace = controlsIn(target).filter((control) => added.some((each) => each.contains(control)))
  return firstOf(inPlace) ?? firstAround(target)
}

/** The record that removed a node from a part that is still on the page; null if there is none. */
function removalOf(node: Node, records: readonly MutationRecord[]): MutationRecord | null {
  const removal = records.find(({ removedNodes }) => [...removedNodes].some((each) => each.contains(node)))
  if (!removal || removal.target.isConnected) return removal ?? null
  return removalOf(removal.target, records)
}

/** The control at the same place of another entry, counted from its end, where the buttons of all entries are alike. */
const sameControl = (control: HTMLElement, from: Element, to: Element): HTMLElement | null => {
  const place = controlsIn(from).indexOf(control)
  return controlsIn(to).at(place - controlsIn(from).length) ?? null
}
