import { type ComponentType, Suspense, use } from 'react'

/** A component whose script is loaded after the first view of the page. */
type LaterPart<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  /** What is there already, so that it is shown at once. */
  readonly loaded: () => ComponentType<Props> | undefined
}

/** Describes a component that `load` imports. A script that could not be loaded is asked for anew the next time. */
export function laterPart<Props>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
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
