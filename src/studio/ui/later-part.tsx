import { type ComponentType, Suspense, use } from 'react'
import { mendScripts } from '#base/mend-files.ts'

/** A component whose script is loaded after the first view of the page. */
type LaterPart<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
}

/**
 * Describes a component that `load` imports. A script that could not be loaded is asked for once more after a look at what
 * the cache holds for it, and anew the next time.
 */
export function laterPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  mend: () => Promise<unknown> = mendScripts,
): LaterPart<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  const start = async () => {
    try {
      return await load().catch(async (cause: unknown) => {
        await mend().catch(() => {
          throw cause
        })
        return load()
      })
    } catch (cause) {
      // React reads the failed promise once more before it shows the error.
      setTimeout(() => (loading = undefined))
      throw cause
    }
  }
  return { load: () => (loading ??= start()) }
}

/** Loads a part that is likely to be shown next. A failure is told where the part is shown. */
export const preloadPart = ({ load }: { readonly load: () => Promise<unknown> }): void => {
  load().catch(() => {})
}

type Props<Of> = { readonly part: LaterPart<Of>; readonly props: Of }

/** Shows the part; nothing until its script is there. A failure to load it is an error for the boundary around it. */
export const Later = <Of extends object>(props: Props<Of>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)

function Loaded<Of extends object>({ part, props }: Props<Of>) {
  const Part = use(part.load())
  return <Part {...props} />
}
