import { type ComponentType, Suspense, use, useMemo } from 'react'
import type { LaterPart } from '#base/later-part.ts'

type Props<Of> = { readonly part: LaterPart<ComponentType<Of>>; readonly props: Of }

/**
 * Shows a component that is loaded later; nothing until its script is there. A failure to load it is an error for the
 * boundary around it.
 */
export function Later<Of extends object>({ part, props }: Props<Of>) {
  // What is there already is shown at once: even a settled promise would show the fallback first. A promise that failed
  // is held until React has read it, and is another one the next time that the part is shown.
  const { Part, loading } = useMemo(() => {
    const loaded = part.get()
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
