import type { Recorded } from './createRecord.ts'
import type { DevtoolsStates, PlainState } from './statesOf.ts'

/** What the panel shows, and whom it tells what was pressed. */
type Source = {
  rows(): Recorded
  states(): DevtoolsStates
  onClear(): void
  onClose(): void
  onExport(): void
}

export type Panel = {
  /** Draws anew with the next frame of the browser. */
  refresh: () => void
  destroy(): void
}

/** An element with its texts; nothing of what is shown is ever taken for HTML. */
function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

type Cell = string | number | boolean | readonly string[] | undefined
const textOf = (cell: Cell): string =>
  Array.isArray(cell) ? cell.join(', ') : cell === undefined ? '' : String(cell)
const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23)

function table(caption: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): Node {
  if (rows.length === 0) return make('p', {}, `${caption}: nothing yet.`)
  const head = make('tr', {}, ...heads.map((name) => make('th', { scope: 'col' }, name)))
  const body = rows.map((cells) => make('tr', {}, ...cells.map((cell) => make('td', {}, textOf(cell)))))
  return make('table', {}, make('caption', {}, caption), make('thead', {}, head), make('tbody', {}, ...body))
}

const facts = (caption: string, state: PlainState): Node =>
  table(
    caption,
    ['field', 'value'],
    Object.entries(state).filter(([, value]) => value !== undefined),
  )

const TABS: readonly { name: string; draw: (source: Source) => readonly Node[] }[] = [
  {
    name: 'Traffic',
    draw: (source) => [
      table(
        'Bridge traffic',
        ['time (UTC)', 'name', 'method', 'id', 'sent (B)', 'received (B)', 'ms', 'outcome', 'code'],
        source
          .rows()
          .traffic.map(({ at, name, method, id, sent, received, ms, outcome, code }) => [
            timeOf(at),
            name,
            method,
            id,
            sent,
            received,
            ms,
            outcome,
            code,
          ]),
      ),
    ],
  },
  {
    name: 'Requests',
    draw: (source) => [
      table(
        'Requests and decisions',
        ['time (UTC)', 'method', 'ms', 'decision', 'code'],
        source
          .rows()
          .requests.map(({ at, method, ms, outcome, code }) => [timeOf(at), method, ms, outcome, code]),
      ),
    ],
  },
  {
    name: 'State',
    draw(source) {
      const { accounts, networks, modal, router, features } = source.states()
      return [
        ...accounts.map((account) => facts(`Account of ${account.namespace}`, account)),
        facts('Networks', networks),
        facts('Modal', modal),
        facts('Router', router),
        facts('Features', features),
      ]
    },
  },
  {
    name: 'Frame',
    draw: (source) => [
      facts('Frame now', source.states().frame),
      table(
        'Life of the frame',
        ['time (UTC)', 'status', 'code'],
        source.rows().frame.map(({ at, status, code }) => [timeOf(at), status, code]),
      ),
    ],
  },
]

/** Which tab the arrow keys lead to (WAI-ARIA, tabs pattern). */
function nextTab(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function button(label: string, onPress: () => void): HTMLButtonElement {
  const element = make('button', { type: 'button' }, label)
  element.addEventListener('click', onPress)
  return element
}

/** Draws the panel into its shadow root. */
export function drawPanel(root: ShadowRoot, source: Source): Panel {
  const before = document.activeElement
  let shown = 0
  let frame = 0
  const content = make('div', { role: 'tabpanel', id: 'content', tabindex: '0' })
  const tabs = TABS.map(({ name }, at) => {
    const tab = make(
      'button',
      { type: 'button', role: 'tab', id: `tab-${at}`, 'aria-controls': 'content' },
      name,
    )
    tab.addEventListener('click', () => show(at))
    return tab
  })
  const draw = () => content.replaceChildren(...(TABS[shown]?.draw(source) ?? []))
  const show = (at: number) => {
    shown = at
    tabs.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(index === at))
      tab.tabIndex = index === at ? 0 : -1
    })
    content.setAttribute('aria-labelledby', `tab-${at}`)
    draw()
  }
  const list = make('div', { role: 'tablist', 'aria-label': 'Latchkey devtools' }, ...tabs)
  list.addEventListener('keydown', ({ key }) => {
    const next = nextTab(key, shown, tabs.length)
    if (next === undefined) return
    show(next)
    tabs[next]?.focus()
  })
  const close = () => {
    const hadFocus = root.activeElement !== null
    source.onClose()
    if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus()
  }
  const section = make(
    'section',
    { 'aria-label': 'Latchkey devtools' },
    make(
      'header',
      {},
      list,
      button('Export report', source.onExport),
      button('Clear', source.onClear),
      button('Close', close),
    ),
    content,
  )
  section.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  })
  show(0)
  root.append(section)
  return {
    refresh() {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        draw()
      })
    },
    destroy: () => cancelAnimationFrame(frame),
  }
}
