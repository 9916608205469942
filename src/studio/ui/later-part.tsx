import { type ComponentType, Suspense, use, useMemo } from 'react'
import { memoizePromise } from '#base/promises.ts'

/** A component whose script is loaded after the first view of the page. */
type LaterPart<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  /** The component, once it is loaded. */
  readonly loaded: () => ComponentType<Props> | null
}

/** Describes a component that `load` imports. A script that could not be loaded is asked for anew the next time. */
export function laterPart<Props>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let loaded: ComponentType<Props> | null = null
  const start = async () => {
    loaded = await load()
    return loaded
  }
  return { load: memoizePromise(start), loaded: () => loaded }
}

/** Loads a part that is likely to be shown next. A failure is told where the part is shown. */
export const preloadPart = ({ load }: { readonly load: () => Promise<unknown> }): void => {
  load().catch(() => {})
}

type Props<Of> = { readonly part: LaterPart<Of>; readonly props: Of }

/** Shows the part; nothing until its script is there. A failure to load it is an error for the boundary around it. */
export function Later<Of extends object>({ part, props }: Props<Of>) {
  // What is there already is shown at once: even a settled promise would show the fallback first. A promise that failed
  // is held until React has read it, and is another one the next time that the part is shown.
  const { Part, loading } = useMemo(() => {
    const loaded = part.loaded()
    return { Part: loaded, loading: loaded ? null : part.load() }
  }, [part])
  return (
    <Suspense fallback={null}>
      {Part ? <Part {...props} /> : loading ? <Awaited loading={loading} props={props} /> : null}
    </Suspense>
  )
}

type AwaitedProps<Of> = { readonly loading: Promise<ComponentType<Of>>; readonly props: Of }

function Awaited<Of extends object>({ loading, props }: AwaitedProps<Of>) {
  const Part = use(loading)
  return <Part {...props} />
}
