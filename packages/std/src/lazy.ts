/** What is loaded when it is first asked for. */
export type Lazy<T> = {
  /** Loads once; what failed to load is loaded anew by the next call. */
  (): Promise<T>
  /** What has been loaded; undefined while it has not. */
  peek(): T | undefined
  /** The load that is under way or done; undefined when nobody has asked, or after a failure. */
  started(): Promise<T> | undefined
}

/**
 * Loads something once, when it is first needed: a chunk, a list of words. Calls that come while it loads share the load.
 *
 * @param load as `() => import('./part.ts')`
 * @param failed makes the error that the callers get from that of the load; default: the same
 * @example
 * const loadScreen = lazy(() => import('./Screen.tsx'))
 * const { Screen } = await loadScreen()
 */
export function lazy<T>(load: () => Promise<T>, failed?: (cause: unknown) => unknown): Lazy<T> {
  let loading: Promise<T> | undefined
  let loaded: T | undefined
  const get = () => {
    loading ??= load().then(
      (value) => {
        loaded = value
        return value
      },
      (cause: unknown) => {
        loading = undefined
        throw failed ? failed(cause) : cause
      },
    )
    return loading
  }
  return Object.assign(get, { peek: () => loaded, started: () => loading })
}
