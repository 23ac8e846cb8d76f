import './jitless.ts'
import { BadDocumentError } from './errors/keysErrors.ts'
import { runPasskeyWindow } from './passkeyWindow/runPasskeyWindow.ts'
import { windowWords } from './passkeyWindow/words.ts'
import { readDocumentConfig } from './readDocumentConfig.ts'
import { browserPasskeys } from './recovery/browserPasskeys.ts'
import './panel/panel.css'
import './panel/panelParts.css'

async function start(): Promise<void> {
  const { place, walletOrigin } = readDocumentConfig(document)
  // It is a window of its own or nothing.
  if (place !== 'own' || window.top !== window) throw new BadDocumentError()
  const html = document.documentElement
  const light = matchMedia('(prefers-color-scheme: light)')
  const dress = () => html.setAttribute('data-theme', light.matches ? 'light' : 'dark')
  light.addEventListener('change', dress)
  dress()
  const say = await windowWords(navigator.languages)
  html.lang = say.tag
  html.dir = say.dir
  runPasskeyWindow({
    view: window,
    opener: window.opener as Window | null,
    root: document.body,
    say,
    site: new URL(walletOrigin).host,
    host: location.host,
    passkeys: browserPasskeys(),
    isGenuine: (event) => event.isTrusted,
  })
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : 'The document did not start')
})
