import type { Config } from '@latchkey/core'
import { adoptStyles } from '@latchkey/ui'
import baseStyles from '@latchkey/ui/base.css?inline'
import tokens from '@latchkey/ui/tokens.css?inline'
import type { Locale } from '../locales/LocaleContext.tsx'
import { followTheme } from '../shell/followTheme.ts'
import styles from './outcomes.css?inline'

/** A place over the page that takes no focus and covers no more than it holds. */
export type Layer = {
  /** Where it is rendered. */
  mount: HTMLElement
  setLanguage(locale: Locale): void
  /** Over everything that the page has put into the top layer before. */
  show(): void
  hide(): void
  remove(): void
}

/** Puts a layer of its own into the page, hidden, in the theme of the modal. */
export function createLayer(config: Config): Layer {
  const element = document.createElement('latchkey-toast')
  const root = element.attachShadow({ mode: 'open' })
  for (const css of [tokens, baseStyles, styles]) adoptStyles(root, css)
  const mount = document.createElement('div')
  mount.className = 'lk-root lk-outcomes'
  // Safari before 17 and Firefox before 125 have no popovers: it stands in the page there, as high as the modal.
  const isPopover = typeof mount.showPopover === 'function'
  if (isPopover) mount.popover = 'manual'
  else mount.hidden = true
  root.append(mount)
  document.body.append(element)
  const stopTheme = followTheme(config, element)
  const isShown = () => (isPopover ? mount.matches(':popover-open') : !mount.hidden)
  return {
    mount,
    setLanguage({ tag, dir }) {
      mount.lang = tag
      mount.dir = dir
    },
    show() {
      // A page that draws itself anew may have dropped it.
      if (!element.isConnected) document.body.append(element)
      if (!isPopover) mount.hidden = false
      else if (!isShown()) mount.showPopover()
    },
    hide() {
      if (!isPopover) mount.hidden = true
      else if (isShown()) mount.hidePopover()
    },
    remove() {
      stopTheme()
      element.remove()
    },
  }
}
