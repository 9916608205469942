import { type ComponentType, Suspense, use, useState } from 'react'

/** A component whose script is loaded after the first view of the page. */
type LaterPart<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  /** The component, once it is loaded. */
  readonly loaded: () => ComponentType<Props> | null
}

/** Describes a component that `load` imports. A script that could not be loaded is asked for anew the next time. */
export function laterPart<Props>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let loaded: ComponentType<Props> | null = null
  const start = async () => {
    try {
      loaded = await load()
      return loaded
    } catch (cause) {
      // React reads the failed promise once more before it shows the error.
      setTimeout(() => (loading = undefined))
      throw cause
    }
  }
  return { load: () => (loading ??= start()), loaded: () => loaded }
}

/** Loads a part that is likely to be shown next. A failure is told where the part is shown. */
export const preloadPart = ({ load }: { readonly load: () => Promise<unknown> }): void => {
  load().catch(() => {})
}

type Props<Of> = { readonly part: LaterPart<Of>; readonly props: Of }

/** Shows the part; nothing until its script is there. A failure to load it is an error for the boundary around it. */
export function Later<Of extends object>({ part, props }: Props<Of>) {
  // What is there already is shown at once: even a settled promise would show the fallback first.
  const [loaded] = useState(() => ({ Part: part.loaded() }))
  return (
    <Suspense fallback={null}>
      {loaded.Part ? <loaded.Part {...props} /> : <Awaited part={part} props={props} />}
    </Suspense>
  )
}

function Awaited<Of extends object>({ part, props }: Props<Of>) {
  const Part = use(part.load())
  return <Part {...props} />
}
