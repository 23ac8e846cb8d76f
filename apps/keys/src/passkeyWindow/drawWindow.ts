import { button, element, notice } from '../panel/parts/elements.ts'
import type { WindowSay } from './words.ts'

export type WindowPlace = {
  root: HTMLElement
  say: WindowSay
  /** Whose wallet it is: the host of the account page. */
  site: string
  /** The host of this document. */
  host: string
  isGenuine(event: Event): boolean
}
export type WindowScreen =
  | { name: 'wait' | 'done' | 'over' | 'refused' | 'nothing' }
  | { name: 'make'; userName: string; notUsed: boolean; press(): void }
  | { name: 'working' }

/**
 * Draws a screen in the place of the one before, and gives its title the focus.
 *
 * @returns the button, where there is one: it takes no press yet
 */
export function drawWindow(place: WindowPlace, screen: WindowScreen): HTMLButtonElement | null {
  const { root, say, site, host } = place
  const [title, ...lines] = textOf(place, screen)
  const heading = element('h1', { id: 'kp-title', class: 'kp-title', tabindex: -1 }, [title])
  const make =
    screen.name === 'make'
      ? button(say('make'), { isGenuine: place.isGenuine, press: screen.press, disabled: true })
      : null
  const warning = screen.name === 'make' && screen.notUsed ? notice('warning', [say('notUsed')]) : null
  warning?.setAttribute('role', 'alert')
  const isBusy = screen.name === 'wait' || screen.name === 'working'
  const main = element(
    'main',
    { class: 'kp-panel', 'aria-labelledby': 'kp-title', 'aria-busy': String(isBusy) },
    [
      element('header', { class: 'kp-strip' }, [
        element('bdi', { class: 'kp-name' }, [site]),
        element('bdi', { class: 'kp-host' }, [host]),
      ]),
      element('div', { class: 'kp-main' }, [
        heading,
        warning,
        ...lines.map((line) => element('p', { class: 'kp-lead' }, [line])),
        isBusy ? element('div', { class: 'kp-busy' }) : null,
      ]),
      make && element('footer', { class: 'kp-actions' }, [make]),
    ],
  )
  root.ownerDocument.title = title
  const shown = root.querySelector('main')
  if (shown) shown.replaceWith(main)
  else root.append(main, element('p', { role: 'status', class: 'kp-live' }))
  // The region stays, so that a change is read out; what a screen says of a failed try is an alert of its own.
  const live = root.querySelector('.kp-live')
  if (live && !warning) live.textContent = title
  heading.focus({ preventScroll: true })
  return make
}

function textOf({ say, site }: WindowPlace, screen: WindowScreen): [title: string, ...lines: string[]] {
  switch (screen.name) {
    case 'wait':
      return [say('wait')]
    case 'make':
      return [say('title'), say('lead', { name: screen.userName, site })]
    case 'working':
      return [say('working')]
    case 'done':
      return [say('done'), say('close')]
    case 'over':
      return [say('over'), say('overLead')]
    case 'refused':
      return [say('refused'), say('close')]
    case 'nothing':
      return [say('nothing'), say('nothingLead')]
  }
}
