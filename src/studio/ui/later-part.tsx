import { type ComponentType, Suspense, use } from 'react'
import { mendFiles } from '#base/mend-files.ts'

/** A component whose script is loaded after the first view of the page. */
type LaterPart<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  /** What is there already, so that it is shown at once. */
  readonly loaded: () => ComponentType<Props> | undefined
}

/** Whether it mended what a host had sent in place of scripts; rejects where they cannot be had. */
const mendScripts = () => mendFiles(new URL(import.meta.env.BASE_URL, location.href).href)

/**
 * Describes a component that `load` imports. A script that could not be loaded is asked for once more after a look at what
 * the cache holds for it, and anew the next time.
 */
export function laterPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  mend: () => Promise<unknown> = mendScripts,
): LaterPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const start = async () => {
    try {
      loaded = await load().catch(async (cause: unknown) => {
        await mend().catch(() => {
          throw cause
        })
        return load()
      })
      return loaded
    } catch (cause) {
      // React reads the failed promise once more before it shows the error.
      setTimeout(() => (loading = undefined))
      throw cause
    }
  }
  return { load: () => (loading ??= start()), loaded: () => loaded }
}

type Props<Of> = { readonly part: LaterPart<Of>; readonly props: Of }

/** Shows the part; nothing until its script is there. A failure to load it is an error for the boundary around it. */
export const Later = <Of extends object>(props: Props<Of>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)

function Loaded<Of extends object>({ part, props }: Props<Of>) {
  const Part = part.loaded() ?? use(part.load())
  return <Part {...props} />
}
