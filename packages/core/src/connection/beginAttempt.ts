import { ConnectionDeclinedError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'

export type Attempt = {
  /** Aborts with the caller's own signal, with the config, and when a newer attempt or a disconnect takes over. */
  signal: AbortSignal
  /** @throws ConnectionDeclinedError when something else has taken over meanwhile */
  assertCurrent(): void
  /** False once a newer attempt is under way: the status is that one's then. */
  ownsStatus(): boolean
  end(): void
}

/** One attempt to connect a namespace. An answer that comes after a disconnect must not connect again. */
export function beginAttempt(config: Config, namespace: ChainNamespace, signal?: AbortSignal): Attempt {
  const { attempts } = config.runtime
  endAttempt(config, namespace)
  const controller = new AbortController()
  attempts.set(namespace, controller)
  setLoading(config, namespace, true)
  const follow = () => controller.abort()
  const sources = [config.runtime.signal, ...(signal ? [signal] : [])]
  for (const source of sources) {
    if (source.aborted) follow()
    source.addEventListener('abort', follow)
  }
  return {
    signal: controller.signal,
    assertCurrent() {
      if (controller.signal.aborted) throw new ConnectionDeclinedError()
    },
    ownsStatus: () => (attempts.get(namespace) ?? controller) === controller,
    end() {
      for (const source of sources) source.removeEventListener('abort', follow)
      if (attempts.get(namespace) !== controller) return
      attempts.delete(namespace)
      setLoading(config, namespace, false)
    },
  }
}

/** Ends whatever attempt is under way. */
export function endAttempt(config: Config, namespace: ChainNamespace): void {
  config.runtime.attempts.get(namespace)?.abort()
  if (config.runtime.attempts.delete(namespace)) setLoading(config, namespace, false)
}

/** Spec 4: a flag for each namespace, and one that says whether any of them is set. */
function setLoading({ modal }: Config, namespace: ChainNamespace, isLoading: boolean): void {
  const { [namespace]: _, ...others } = modal.getState().loadingByNamespace
  const loadingByNamespace = isLoading ? { ...others, [namespace]: true } : others
  modal.setState({ loadingByNamespace, loading: Object.keys(loadingByNamespace).length > 0 })
}
