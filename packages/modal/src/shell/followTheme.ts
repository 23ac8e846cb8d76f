import { accentOf, type Config } from '@latchkey/core'

/** Gives an element of the modal the mode, accent and measures that the page asks for, now and later. Returns how to stop. */
export function followTheme(config: Config, element: HTMLElement): () => void {
  let isOwn = false
  const follow = () => {
    const { themeMode, accent, themeVariables } = config.theme.getState()
    element.dataset.theme = themeMode
    // Most pages have nothing of their own, and need no code for it.
    if (accent === undefined && themeVariables === undefined && !isOwn) return
    isOwn = true
    void import('@latchkey/ui/theme').then(
      ({ applyTheme }) => {
        const now = config.theme.getState()
        applyTheme(element, { ...now.themeVariables, accent: accentOf(now) }, now.themeMode)
      },
      () => undefined,
    )
  }
  follow()
  return config.theme.subscribe(follow)
}
