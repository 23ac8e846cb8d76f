/** Elements beside `<latchkey-button>`, each of which does one part of it. */
import { activeAccount, activeNetwork, type Config, open } from '@latchkey/core'
import { onBinding } from './buttonRegistry.ts'
import { followWords } from './buttonWords.ts'
import { BUTTON_CSS, ButtonElement, LatchkeyButton } from './LatchkeyButton.ts'

/** Calls `render` now, and whenever what an element shows has changed. Returns how to stop. */
function follow(render: (config: Config | undefined) => void): () => void {
  const stops: (() => void)[] = []
  const leave = () => {
    for (const stop of stops.splice(0)) stop()
  }
  const stop = onBinding((binding) => {
    leave()
    const config = binding?.config
    if (config)
      for (const slice of [config.accounts, config.networks, config.modal, config.theme])
        stops.push(slice.subscribe(() => render(config)))
    render(config)
  })
  return () => {
    stop()
    leave()
  }
}

const isConnected = (config: Config | undefined): boolean =>
  config !== undefined && activeAccount(config).status === 'connected'

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** `<latchkey-button>` that is there in one of two cases alone. */
class PartOfButton extends LatchkeyButton {
  #stop: (() => void) | undefined
  #gone: CSSStyleSheet | undefined

  /** Whether it is there. */
  protected shows(_config: Config | undefined): boolean {
    return true
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#stop = follow((config) => this.#show(this.shows(config)))
  }

  /** Within its own root: an attribute on the element would not be what a server has rendered. */
  #show(shown: boolean): void {
    const root = this.shadowRoot
    if (!root) return
    this.#gone ??= sheetOf(':host{display:none!important}')
    const others = root.adoptedStyleSheets.filter((sheet) => sheet !== this.#gone)
    root.adoptedStyleSheets = shown ? others : [...others, this.#gone]
  }

  override disconnectedCallback(): void {
    this.#stop?.()
    super.disconnectedCallback()
  }
}

/**
 * `<latchkey-connect>`: opens the ways to connect; hidden while somebody is connected. Attributes as of
 * `<latchkey-button>`: `label`, `disabled`.
 *
 * @example
 * <latchkey-connect label="Sign in"></latchkey-connect>
 */
export class LatchkeyConnect extends PartOfButton {
  protected override shows(config: Config | undefined): boolean {
    return !isConnected(config)
  }
}

/**
 * `<latchkey-account>`: who is connected, and opens the account; hidden while nobody is. Attributes as of
 * `<latchkey-button>`: `balance`, `disabled`.
 *
 * @example
 * <latchkey-account balance="show"></latchkey-account>
 */
export class LatchkeyAccount extends PartOfButton {
  protected override shows(config: Config | undefined): boolean {
    return isConnected(config)
  }
}

/**
 * `<latchkey-network>`: the active network, and opens the list of networks. Attribute: `disabled`. CSS as of
 * `<latchkey-button>`.
 *
 * @example
 * <latchkey-network></latchkey-network>
 */
export class LatchkeyNetwork extends ButtonElement {
  static readonly observedAttributes = ['disabled']
  #button: HTMLButtonElement | undefined
  #words = followWords(() => this.#render())
  #config: Config | undefined
  #stop: (() => void) | undefined

  connectedCallback(): void {
    this.#button ??= this.#build()
    this.#stop = follow((config) => {
      this.#config = config
      this.#render()
    })
  }

  disconnectedCallback(): void {
    this.#stop?.()
  }

  attributeChangedCallback(): void {
    this.#render()
  }

  #build(): HTMLButtonElement {
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [sheetOf(BUTTON_CSS)]
    const button = document.createElement('button')
    button.type = 'button'
    button.part.add('button')
    button.setAttribute('aria-haspopup', 'dialog')
    // It is no call to act: quiet, like the button of whoever is connected.
    button.dataset.state = 'connected'
    button.addEventListener('click', () => {
      button.focus({ preventScroll: true })
      if (this.#config) open(this.#config, { view: 'Networks' })
    })
    root.append(button)
    return button
  }

  #render(): void {
    const button = this.#button
    if (!button) return
    const config = this.#config
    const theme = config?.theme.getState()
    const words = this.#words(theme?.locale)
    const name = config && (activeNetwork(config.networks.getState())?.name ?? words.unsupported)
    button.dataset.theme = theme?.themeMode ?? 'dark'
    button.disabled = !config || this.disabled
    button.ariaExpanded = String(config?.modal.getState().open ?? false)
    button.textContent = name ?? words.network
    button.ariaLabel = name === undefined ? null : `${words.network}: ${name}`
  }
}

const ELEMENTS = {
  'latchkey-connect': LatchkeyConnect,
  'latchkey-account': LatchkeyAccount,
  'latchkey-network': LatchkeyNetwork,
} as const

/**
 * Registers the elements once; safe to call again, and on a server.
 *
 * @example
 * import { defineLatchkeyElements } from 'latchkey/elements'
 * defineLatchkeyElements()
 */
export function defineLatchkeyElements(): void {
  if (typeof customElements === 'undefined') return
  for (const [name, element] of Object.entries(ELEMENTS))
    if (!customElements.get(name)) customElements.define(name, element)
}
