import { type ComponentType, Suspense, use, useMemo } from 'react'
import type { LaterPart } from '#base/later-part.ts'

type Props<Of> = { readonly part: LaterPart<ComponentType<Of>>; readonly props: Of }

/**
 * Shows a lazily loaded component; nothing until its script is loaded. A failure to load throws to the error boundary.
 */
export function Later<Of extends object>({ part, props }: Props<Of>) {
  // A loaded component is rendered at once: even a settled promise would show the fallback first. A rejected promise is
  // kept until React has read it, and replaced when the part is shown again.
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
