import { applyAccent } from '@latchkey/ui'

/**
 * Gives the document light or dark and the accent, through attributes and the CSSOM only. An accent that is not a plain
 * colour changes nothing.
 */
export function applyTheme(
  root: HTMLElement,
  { themeMode, accent }: { themeMode?: 'light' | 'dark' | undefined; accent?: string | undefined },
): void {
  if (themeMode !== undefined) root.setAttribute('data-theme', themeMode)
  const theme = root.getAttribute('data-theme') === 'light' ? 'light' : 'dark'
  applyAccent(root, accent, theme)
}
