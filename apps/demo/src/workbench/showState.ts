import { stageView, viewStates } from '@latchkey/modal/states'
import type { WorkbenchQuery } from './workbenchQuery.ts'

/**
 * Opens the modal in the state that the query names. `data-ready` on the body names the state that stands.
 *
 * @returns what takes it away again
 */
export async function showState(query: WorkbenchQuery): Promise<() => void> {
  const states = query.view && viewStates[query.view]
  const state = states?.[query.state]
  if (!query.view || !state) return () => {}
  const { config, modal } = await stageView(query.view, state, {
    themeMode: query.theme,
    locale: query.locale,
  })
  modal.frameLayer.append(pictureOfFrame(query.theme))
  document.body.dataset.ready = `${query.view} ${query.state}`
  return () => {
    delete document.body.dataset.ready
    modal.destroy()
    config.destroy()
  }
}

/** Stands for the wallet's frame, whose own screens have a workbench of their own. */
function pictureOfFrame(theme: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.title = 'Wallet'
  iframe.addEventListener('load', () => {
    const inside = iframe.contentDocument
    if (!inside) return
    inside.documentElement.lang = 'en'
    inside.documentElement.style.setProperty('color-scheme', theme)
    inside.body.style.setProperty('font', '14px/20px system-ui')
    inside.body.style.setProperty('margin', '20px')
    inside.title = 'Wallet'
    inside.body.textContent = 'Here the wallet draws its screen.'
  })
  return iframe
}
