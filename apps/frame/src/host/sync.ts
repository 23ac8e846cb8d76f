import { applyAccent } from '@latchkey/ui/accent'
import { apartFromDanger } from '@latchkey/ui/apartFromDanger'
import { askKeys } from '../keys/askKeys.ts'
import { loadLocale } from '../locales/loadLocale.ts'
import { plainText } from '../site/plainText.ts'
import type { Makers } from './Makers.ts'

/**
 * Gives the document light or dark and the accent, through attributes and the CSSOM only. An accent that is not a plain
 * colour changes nothing, and one that looks like danger is turned away from red.
 */
export function applyTheme(
  root: HTMLElement,
  { themeMode, accent }: { themeMode?: 'light' | 'dark' | undefined; accent?: string | undefined },
): void {
  if (themeMode !== undefined) root.setAttribute('data-theme', themeMode)
  const theme = root.getAttribute('data-theme') === 'light' ? 'light' : 'dark'
  applyAccent(root, accent && apartFromDanger(accent), theme)
}

/** What the frame takes over from the host's page. */
export const syncHandlers = {
  /** Takes light or dark, the accent and the language from the host, and nothing else. */
  syncTheme:
    (frame) =>
    async ({ themeMode, themeVariables, w3mThemeVariables, locale }) => {
      const accent = themeVariables?.accent ?? w3mThemeVariables?.['--w3m-accent']
      applyTheme(document.documentElement, { themeMode, accent })
      if (locale !== undefined) frame.store.setState({ locale: await loadLocale(locale) })
      return {}
    },

  /** Remembers what the host calls itself. Its icon, address and description are not used at all. */
  syncDappData:
    (frame) =>
    ({ metadata }) => {
      const name = plainText(metadata?.name ?? '', 40)
      frame.store.setState({ appName: name === '' ? null : name })
      return {}
    },

  /**
   * Starts the frame anew, for a person who left a sign-in: what is under way is dropped, so that a link that was shown signs
   * nobody in any more. The answer leaves first, or the host would wait for it.
   */
  reload: (frame) => async () => {
    await askKeys(frame.keys, 'cancelLogin', {}).catch(() => undefined)
    setTimeout(frame.reload, 0)
    return {}
  },
} satisfies Partial<Makers>
