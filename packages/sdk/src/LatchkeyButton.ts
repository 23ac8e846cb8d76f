import {
  activeAccount,
  activeNetwork,
  disconnectedAccount,
  formatAmount,
  open,
  shortenAddress,
} from '@latchkey/core'
import { type ButtonBinding, onBinding } from './buttonRegistry.ts'
import { BUTTON_CSS } from './buttonStyle.ts'
import { buttonText } from './buttonText.ts'

/** A server has no elements; the class must still be importable there. */
const Base: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (class {} as unknown as typeof HTMLElement) : HTMLElement

/**
 * `<latchkey-button>`: opens the modal, and shows who is connected.
 *
 * Attributes: `label` (text while disconnected), `balance` (`show` or `hide`, default `hide`), `disabled`.
 *
 * @example
 * <latchkey-button></latchkey-button>
 */
export class LatchkeyButton extends Base {
  static readonly observedAttributes = ['label', 'balance', 'disabled']
  #button: HTMLButtonElement | undefined
  #binding: ButtonBinding | undefined
  #stops: (() => void)[] = []
  #stopBinding: (() => void) | undefined

  connectedCallback(): void {
    if (!this.#button) this.#build()
    this.#stopBinding = onBinding((binding) => this.#bind(binding))
  }

  disconnectedCallback(): void {
    this.#stopBinding?.()
    this.#bind(undefined)
  }

  attributeChangedCallback(): void {
    this.#render()
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(BUTTON_CSS)
    root.adoptedStyleSheets = [sheet]
    const button = document.createElement('button')
    button.type = 'button'
    button.part.add('button')
    button.setAttribute('aria-haspopup', 'dialog')
    button.addEventListener('click', () => this.#binding && open(this.#binding.config))
    // The modal's code is fetched when a hand nears, so that the click itself waits for nothing.
    for (const hint of ['pointerenter', 'focus', 'touchstart'])
      button.addEventListener(hint, () => this.#binding?.preload(), { passive: true })
    root.append(button)
    this.#button = button
  }

  #bind(binding: ButtonBinding | undefined): void {
    for (const stop of this.#stops.splice(0)) stop()
    this.#binding = binding
    if (binding) {
      const { accounts, networks, modal, theme } = binding.config
      for (const store of [accounts, networks, modal, theme])
        this.#stops.push(store.subscribe(() => this.#render()))
    }
    this.#render()
  }

  #render(): void {
    const button = this.#button
    if (!button) return
    const config = this.#binding?.config
    const account = config ? activeAccount(config) : disconnectedAccount
    const text = buttonText(config?.theme.getState().locale)
    button.disabled = !config || this.hasAttribute('disabled')
    button.dataset.state = account.status
    this.dataset.theme = config?.theme.getState().themeMode ?? 'dark'
    button.setAttribute('aria-expanded', String(config?.modal.getState().open ?? false))
    button.setAttribute('aria-busy', String(account.status === 'connecting'))
    if (account.status === 'connected' && account.address && config) {
      const network = activeNetwork(config.networks.getState())?.name
      const balance =
        this.getAttribute('balance') === 'show' && account.balanceSymbol
          ? `${formatAmount(account.balance)} ${account.balanceSymbol}`
          : undefined
      const parts = [balance, account.profileName ?? shortenAddress(account.address)].filter(
        (part): part is string => part !== undefined,
      )
      button.replaceChildren(
        ...parts.map((part, index) => {
          const span = document.createElement('bdi')
          span.className = index === parts.length - 1 ? 'address' : 'balance'
          span.textContent = part
          return span
        }),
      )
      button.setAttribute('aria-label', text.account(parts.join(', '), network))
      return
    }
    button.removeAttribute('aria-label')
    button.textContent =
      account.status === 'connecting' ? text.connecting : (this.getAttribute('label') ?? text.connect)
  }
}

/** Registers the element once; safe to call again, and on a server. */
export function defineLatchkeyButton(): void {
  if (typeof customElements === 'undefined' || customElements.get('latchkey-button')) return
  customElements.define('latchkey-button', LatchkeyButton)
}
