import type { Config } from '../interfaces/Config.ts'

/** Shows the mode of the visitor's system from now on, until the controller of the runtime aborts. */
export function followSystemTheme({ runtime, theme }: Pick<Config, 'runtime' | 'theme'>): void {
  runtime.systemTheme = new AbortController()
  // A server has no screen: it draws dark, the default.
  const query = globalThis.matchMedia?.('(prefers-color-scheme: light)')
  const follow = () => theme.setState({ themeMode: query?.matches ? 'light' : 'dark' })
  query?.addEventListener('change', follow, { signal: runtime.systemTheme.signal })
  follow()
}
